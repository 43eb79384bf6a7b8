import type Quill from 'quill/core';
import type { Delta, Range } from 'quill/core';
import { toLink, toVideo } from '../../../../shared/richText.ts';
import { toast } from '../../../ui/toast.ts';
import { cleanPaste, withoutTracking } from './paste.ts';

/** The range of the link at the cursor; a selection is returned as it is. */
export function linkRange(quill: Quill, range: Range): { index: number; length: number } {
  const href = quill.getFormat(range).link;
  if (range.length || !href) return range;
  const is = (index: number) => quill.getFormat(index, 1).link === href;
  let from = range.index;
  let to = range.index;
  while (from > 0 && is(from - 1)) from -= 1;
  while (to < quill.getLength() - 1 && is(to)) to += 1;
  return { index: from, length: to - from };
}

/** Inserts a video on a line of its own, splitting the line at the cursor, and moves the cursor behind it. */
export function insertVideo(quill: Quill, index: number, embed: string): void {
  const [, offset] = quill.getLine(index);
  quill.insertEmbed(index, 'video', embed, 'user');
  quill.setSelection(index + (offset > 0 ? 2 : 1), 0, 'user');
}

/** Turns a pasted address into a link, over a selection into its link, and the address of a video into the video. */
export function pasteAddresses(quill: Quill): void {
  const { clipboard } = quill;
  const paste = clipboard.onPaste.bind(clipboard);
  clipboard.onPaste = (range, { text = '', html }) => {
    const address = withoutTracking(text.trim());
    const looksLikeOne = /^(?:https?:\/\/|www\.|[^\s@]+@)\S+$/i.test(address);
    const href = looksLikeOne ? toLink(address) : null;
    if (!href) {
      const clean = cleanPaste(html ?? '');
      if (clean.lost) toast({ text: lostPictures(clean.lost), tone: 'warn' });
      return paste(range, { text, html: clean.html });
    }
    const video = toVideo(address);
    if (video && !range.length) return insertVideo(quill, range.index, video);
    if (range.length) quill.formatText(range.index, range.length, 'link', href, 'user');
    else quill.insertText(range.index, address, { link: href }, 'user');
    quill.setSelection(range.index + (range.length || address.length), 0, 'silent');
  };
}

const lostPictures = (count: number) =>
  `Yapıştırdığınız metindeki ${count} görsel alınamadı. Onları “Görsel ekle” ile ekleyebilirsiniz.`;

/** A web or e-mail address before the cursor. */
const typedAddress = /(?:^|[\s("'“‘])((?:https?:\/\/|www\.)[^\s<>"]+|[^\s@<>"():;,]+@[^\s@<>"]+\.[^\s@<>".]{2,})$/i;
/** What ends one: marks, and after an apostrophe a Turkish suffix, as in `www.ornek.com’da`. */
const endMarks = /(?:['’]\p{L}{1,6})?[.,;:!?…)\]"'”’]*$/u;

/** Turns a typed address into a link after a space, a new line or leaving the editor. */
export function linkTypedAddresses(quill: Quill): void {
  quill.on('text-change', (delta: Delta, _before: Delta, source: string) => {
    const [first, second] = delta.ops;
    const change = first?.retain === undefined ? first : second;
    if (source !== 'user' || !/^\s$/.test(String(change?.insert ?? ''))) return;
    linkBefore(quill, typeof first?.retain === 'number' ? first.retain : 0);
  });
  quill.on('selection-change', (range: Range | null, before: Range | null) => {
    const left = range === null && before?.length === 0;
    if (left && /^\s*$/.test(quill.getText(before.index, 1))) linkBefore(quill, before.index);
  });
}

/** The address without the marks behind it; the last bracket stays where the address opened it. */
function cutMarks(found: string): string {
  const address = found.replace(endMarks, '');
  const isOpen = address.lastIndexOf('(') > address.lastIndexOf(')');
  return isOpen && found[address.length] === ')' ? `${address})` : address;
}

function linkBefore(quill: Quill, end: number): void {
  const [, offset] = quill.getLine(end);
  const found = typedAddress.exec(quill.getText(end - offset, offset))?.[1];
  const address = found && cutMarks(found);
  const href = address && toLink(address);
  if (!found || !href) return;
  const start = end - found.length;
  if (quill.getFormat(start, address.length).link) return;
  // Makes the link an undo step of its own.
  quill.history.cutoff();
  quill.formatText(start, address.length, 'link', href, 'user');
}
