import Quill, { Delta, Parchment } from 'quill/core';
import Blockquote from 'quill/formats/blockquote';
import Bold from 'quill/formats/bold';
import Header from 'quill/formats/header';
import Image from 'quill/formats/image';
import Indent from 'quill/formats/indent';
import Italic from 'quill/formats/italic';
import Link from 'quill/formats/link';
import List from 'quill/formats/list';
import Strike from 'quill/formats/strike';
import Underline from 'quill/formats/underline';
import Video from 'quill/formats/video';
import { readPicture } from '../../../../shared/pictures.ts';
import { richTextFormats, toLink, toVideo } from '../../../../shared/richText.ts';
import { mediaUrl } from '../../../media.ts';

/** A link to an address that shared/richText.ts allows. */
class SafeLink extends Link {
  static override sanitize(address: string): string {
    return toLink(address) ?? 'about:blank';
  }
}

/** A YouTube or Vimeo frame with a title for screen readers. */
class TitledVideo extends Video {
  static override create(address: string): Element {
    // biome-ignore lint/complexity/noThisInStatic: the parent asks this class to clean the address
    const frame = super.create(address);
    frame.removeAttribute('frameborder');
    frame.setAttribute('title', 'Video');
    frame.setAttribute('loading', 'lazy');
    return frame;
  }
  static override sanitize(address: string): string {
    return toVideo(address) ?? 'about:blank';
  }
  static override formats(frame: Element): Record<string, string> {
    const title = frame.getAttribute('title');
    return title && title !== 'Video' ? { title } : {};
  }
  override format(name: string, value: string): void {
    if (name === 'title') this.domNode.setAttribute('title', value || 'Video');
    else super.format(name, value);
  }
}

/** A stored picture, loaded from where browsers find it. */
class PostImage extends Image {
  static override sanitize(address: string): string {
    return mediaUrl(address);
  }
}

/** A Quill format as a class of our palette; the content security policy allows no inline styles. */
const classFormat = (name: string, format: keyof typeof richTextFormats, scope = Parchment.Scope.INLINE) =>
  new Parchment.ClassAttributor(name, `ql-${format}`, { scope, whitelist: [...richTextFormats[format]] });

/** All formats of a post; those without a button come from older posts and from pasting. */
export const formats = [
  ...['font', 'size', 'bold', 'italic', 'underline', 'strike', 'color', 'background', 'list'],
  ...['link', 'video', 'image', 'header', 'blockquote', 'align', 'indent'],
];

Quill.register(
  {
    'formats/bold': Bold,
    'formats/italic': Italic,
    'formats/underline': Underline,
    'formats/strike': Strike,
    'formats/list': List,
    'formats/indent': Indent,
    'formats/header': Header,
    'formats/blockquote': Blockquote,
    'formats/link': SafeLink,
    'formats/video': TitledVideo,
    'formats/image': PostImage,
    'formats/font': classFormat('font', 'font'),
    'formats/size': classFormat('size', 'size'),
    'formats/color': classFormat('color', 'color'),
    'formats/background': classFormat('background', 'bg'),
    'formats/align': classFormat('align', 'align', Parchment.Scope.BLOCK),
  },
  true,
);

type Matcher = [string, (node: Node, delta: Delta) => Delta];
const address = (node: Node) => (node as Element).getAttribute('src') ?? '';
const toHeadingLevel = (level: number) => (_: Node, delta: Delta) =>
  delta.reduce(
    (next, op) =>
      next.insert(op.insert ?? '', { ...op.attributes, ...(op.attributes?.header ? { header: level } : {}) }),
    new Delta(),
  );

/** Formats that are read from pasted styles; colours and sizes are not, as they are not in our palette. */
const stylePatterns: Record<string, RegExp> = {
  bold: /font-weight:\s*(?:bold|[6-9]00)/i,
  italic: /font-style:\s*italic/i,
  underline: /text-decoration[^;]*underline/i,
  strike: /text-decoration[^;]*line-through/i,
};

function readStyle(node: Node, delta: Delta): Delta {
  const style = (node as Element).getAttribute('data-style') ?? '';
  const found = Object.entries(stylePatterns).filter(([, pattern]) => pattern.test(style));
  const looks = Object.fromEntries(found.map(([name]) => [name, true]));
  return delta.reduce((next, op) => next.insert(op.insert ?? '', { ...looks, ...op.attributes }), new Delta());
}

/** Rewrites pasted or opened HTML as the server would: known pictures and frames only, headings from level two. */
export const matchers: Matcher[] = [
  ['img', (node, delta) => (readPicture(address(node)) ? delta : new Delta())],
  [
    'iframe',
    (node) => {
      const video = toVideo(address(node));
      return video ? new Delta().insert({ video }) : new Delta();
    },
  ],
  ['script, style, noscript, template, title', () => new Delta()],
  ['[data-style]', readStyle],
  ['h1', toHeadingLevel(2)],
  ['h5, h6', toHeadingLevel(4)],
];
