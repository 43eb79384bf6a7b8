/** A part of a text: plain, bold, a link, or a bold link. */
interface TextPart {
  text: string;
  bold?: true;
  href?: string;
}

const marks = /\*\*(?=\S)(.+?)(?<=\S)\*\*|\[([^[\]\n]+)\]\(([^()\s]+)\)/g;

/** Whether a text may link to an address: this site, another one over https, a mailbox or a telephone. */
export const isSafeLink = (href: string): boolean =>
  /^(?:\/(?![/\\])|#)[^\s<>"\\]*$/.test(href) ||
  /^mailto:[^\s@<>"']+@[^\s@<>"']+$/.test(href) ||
  /^tel:\+?[\d-]+$/.test(href) ||
  (/^https:\/\/[^\s/\\<>"]/.test(href) && URL.canParse(href));

/** Reads `**bold**` and `[links](/address)`; everything else is letters, also a link that leads nowhere safe. */
export function readInlineText(value: string, outer: Omit<TextPart, 'text'> = {}): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const addPlain = (text: string) => text && parts.push({ text, ...outer });
  for (const { 0: whole, 1: bold, 2: label, 3: href, index } of value.matchAll(marks)) {
    if (href !== undefined && !isSafeLink(href)) continue;
    addPlain(value.slice(end, index));
    parts.push(...readInlineText((bold ?? label) as string, { ...outer, ...(bold ? { bold: true } : { href }) }));
    end = index + whole.length;
  }
  addPlain(value.slice(end));
  return parts;
}

/** The same text without its marks, for search engines and excerpts. */
export const toPlainText = (value: string): string =>
  readInlineText(value)
    .map(({ text }) => text)
    .join('');
