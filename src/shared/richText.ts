/**
 * Tags, classes, links and frames a post's content may have (docs/rules.md, rich text). Editor, server and pages share
 * these rules, so that all three show the same.
 */

/** Values of the editor's formats. `sea` of `color` is the class `ql-color-sea`. */
export const richTextFormats = {
  font: ['sans', 'mono'],
  size: ['small', 'large', 'huge'],
  color: ['red', 'sea', 'green', 'brown', 'damson', 'grey'],
  bg: ['peach', 'mist', 'sage', 'quince', 'flour'],
  align: ['center', 'right', 'justify'],
} as const;

const classNames = (...formats: (keyof typeof richTextFormats)[]) =>
  new Set(formats.flatMap((format) => richTextFormats[format].map((value) => `ql-${format}-${value}`)));

const inlineClasses = classNames('font', 'size', 'color', 'bg');
const blockClasses = classNames('align');
/** Deepest indentation of a list. */
export const maxListDepth = 8;

/** More letters of a description are cut. */
const maxDescriptionLength = 300;

/** A picture's or video's description as one line without control characters. */
const toDescription = (text = ''): string => {
  const line = text
    .slice(0, maxDescriptionLength * 4)
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toWellFormed();
  return [...line].slice(0, maxDescriptionLength).join('');
};

/** Tags that are lines of their own. */
export const richTextBlocks = ['p', 'h2', 'h3', 'h4', 'blockquote', 'li'] as const;
const richTextInlines = ['strong', 'em', 'u', 's', 'span', 'a'] as const;
const richTextTags: readonly string[] = [...richTextBlocks, ...richTextInlines, ...['ul', 'ol', 'br', 'img', 'iframe']];

type Attributes = Record<string, string>;

/**
 * Returns the attributes a tag may keep, or null if the tag has to be removed (its text stays).
 * `isPicture` tells whether an address is a stored picture.
 */
export function keepAttributes(tag: string, found: Attributes, isPicture: (src: string) => boolean): Attributes | null {
  if (!richTextTags.includes(tag)) return null;
  const own = special[tag];
  if (own) return own(found, isPicture);
  return keepClasses(found.class, (name) => blockTags.has(tag) && blockClasses.has(name)) ?? {};
}

const blockTags = new Set<string>(richTextBlocks);

const special: Record<string, (found: Attributes, isPicture: (src: string) => boolean) => Attributes | null> = {
  a({ href = '' }) {
    const kept = toLink(href);
    return kept === null ? null : { href: kept };
  },
  img: ({ src = '', alt = '' }, isPicture) =>
    isPicture(src)
      ? {
          src,
          alt: toDescription(alt),
        }
      : null,
  iframe({ src = '', title }) {
    const video = toVideo(src);
    return video === null
      ? null
      : { class: 'ql-video', src: video, title: toDescription(title) || 'Video', allowfullscreen: '' };
  },
  span: (found) => keepClasses(found.class, (name) => inlineClasses.has(name)),
  li({ class: names, 'data-list': kind }) {
    const kept = keepClasses(names, (name) => blockClasses.has(name) || /^ql-indent-[1-8]$/.test(name)) ?? {};
    return kind ? { ...kept, 'data-list': kind } : kept;
  },
};

function keepClasses(found: string | undefined, allowed: (name: string) => boolean): Attributes | null {
  const kept = [...new Set((found ?? '').split(/\s+/).filter(allowed))].sort();
  return kept.length ? { class: kept.join(' ') } : null;
}

/**
 * Returns the address a link may have, or null: http(s), mailto, or a place on this site. An e-mail address gets
 * `mailto:`, a video page becomes its embed address, a bare domain gets `https://`.
 */
export function toLink(address: string): string | null {
  const href = address.replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, '').trim();
  if (/^[^\s@:/?#<>"']+@[^\s@:/?#<>"']+\.[^\s@:/?#<>"'.]{2,}$/.test(href)) return `mailto:${href}`;
  if (/^mailto:[^\s@<>"']+@[^\s@<>"']+$/i.test(href)) return href;
  const video = toVideo(href);
  if (video) return video;
  if (/^https?:\/\/[^\s/\\]/i.test(href)) return URL.canParse(href) ? href : null;
  // Of a footnote or comment that a word processor links with #_ftn1 the place does not come along.
  if (/^\/(?![/\\])\S*$|^#(?!_ftn|_edn|ftnt|cmnt|sdfootnote|sdendnote)\S+$/.test(href)) return href;
  return /^(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?:[/?#]\S*)?$/u.test(href) ? `https://${href}` : null;
}

const youtube = new Set(['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtube-nocookie.com']);

/**
 * Returns the embed address of a YouTube or Vimeo video, from any form of its address: that of YouTube without cookies.
 * Null for anything else.
 */
export function toVideo(address: string): string | null {
  const written = address.trim().replace(/^(?:https?:)?\/\//i, '');
  if (/^[\w+.-]+:(?!\d)/.test(written) || !URL.canParse(`https://${written}`)) return null;
  const url = new URL(`https://${written}`);
  const host = url.hostname.replace(/^www\./, '');
  const path = url.pathname.split('/').filter(Boolean);
  if (host === 'youtu.be') return toYoutube(path[0], url);
  if (youtube.has(host)) return toYoutube(youtubeId(path, url), url);
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null;
  // A showcase, a group and an album have numbers, too.
  const from = path.findIndex((part) => /^videos?$/.test(part));
  const at = path.findIndex((part, index) => index > from && /^\d{1,12}$/.test(part));
  if (at < 0) return null;
  const hash = /^[0-9a-f]{6,20}$/.exec(url.searchParams.get('h') ?? path[at + 1] ?? '')?.[0];
  return `https://player.vimeo.com/video/${path[at]}${hash ? `?h=${hash}` : ''}`;
}

/** What YouTube takes in place of a video's id, with the parameter that names the playlist or channel to play. */
const chosenBy = new Map([
  ['videoseries', 'list'],
  ['live_stream', 'channel'],
]);

function toYoutube(id: string | undefined, { searchParams }: URL): string | null {
  if (!id || !/^[\w-]{1,20}$/.test(id)) return null;
  const embed = `https://www.youtube-nocookie.com/embed/${id}`;
  const chooser = chosenBy.get(id);
  if (chooser) {
    const choice = searchParams.get(chooser) ?? '';
    return /^[\w-]{2,64}$/.test(choice) ? `${embed}?${chooser}=${choice}` : null;
  }
  const start = parseSeconds(searchParams.get('start') ?? searchParams.get('t') ?? '');
  return start ? `${embed}?start=${start}` : embed;
}

function youtubeId([kind, id]: string[], url: URL): string | undefined {
  if (kind === 'watch') return url.searchParams.get('v') ?? undefined;
  return kind && ['embed', 'shorts', 'live', 'v'].includes(kind) ? id : undefined;
}

/** Reads `90`, `90s`, `1m30s` or `1h2m3s` as seconds. 0 for anything else. */
function parseSeconds(value: string): number {
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(value);
  if (!match) return 0;
  const [hours, minutes, rest] = match.slice(1).map((part) => Number(part ?? 0)) as [number, number, number];
  return hours * 3600 + minutes * 60 + rest;
}

const renamed: Record<string, string> = {
  ...{ b: 'strong', i: 'em', ins: 'u', del: 's', strike: 's', h1: 'h2', h5: 'h4', h6: 'h4' },
  ...Object.fromEntries(
    'div section article header footer main aside figure figcaption address center dl dt dd tr td th pre form fieldset'
      .split(' ')
      .map((tag) => [tag, 'p']),
  ),
};

/** The rules as options of sanitize-html, for the server and the site build. */
export const richTextRules = (isPicture: (src: string) => boolean) => ({
  allowedTags: [...richTextTags],
  allowedAttributes: {
    '*': ['class'],
    a: ['href'],
    img: ['src', 'alt'],
    iframe: ['src', 'title', 'allowfullscreen'],
    li: ['data-list'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  allowedIframeHostnames: ['www.youtube.com', 'www.youtube-nocookie.com', 'player.vimeo.com'],
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template', 'xml', 'svg', 'math'],
  nestingLimit: 50,
  transformTags: {
    '*': (found: string, attributes: Attributes) => {
      const tag = renamed[found] ?? found;
      // A refused link or span only loses its attributes: another tag name would also rename the next closing tag.
      return { tagName: tag, attribs: keepAttributes(tag, attributes, isPicture) ?? {} };
    },
  },
  exclusiveFilter: ({ tag, attribs }: { tag: string; attribs: Attributes }) =>
    (tag === 'img' || tag === 'iframe') && !attribs.src,
});
