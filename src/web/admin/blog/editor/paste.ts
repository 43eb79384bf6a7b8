import { readPicture } from '../../../../shared/pictures.ts';
import { toLink } from '../../../../shared/richText.ts';
import { storedUrl } from '../../../media.ts';
import { trustHtml } from '../../../ui/trustedHtml.ts';

/**
 * Removes what the content security policy would report when pasted HTML is parsed: style sheets, scripts and event
 * handlers. Inline styles are renamed to `data-style`, which `readStyle` in formats.ts reads.
 */
export const disarm = (html: string): string =>
  html
    .replace(/<(style|script)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) =>
      tag.replace(/\son\w+\s*=/gi, ' data-off=').replace(/\sstyle\s*=/gi, ' data-style='),
    );

const findStyled = (root: ParentNode, part: string) => [
  ...root.querySelectorAll<HTMLElement>(`[data-style*="${part}"]`),
];

/** Turns HTML copied from a word processor or a web page into plain HTML; `lost` counts the pictures it cannot keep. */
export function cleanPaste(html: string): { html: string; lost: number } {
  const page = new DOMParser().parseFromString(trustHtml(disarm(html)), 'text/html');
  for (const unseen of page.querySelectorAll('link, meta, title, noscript, template')) unseen.remove();
  unwrapGoogleDocs(page);
  convertWordLists(page);
  writeNumbers(page);
  keepTypedLines(page);
  separateCells(page);
  // Quill keeps a link whose address a post may not have, but leads it to a blank page.
  for (const link of page.querySelectorAll('a')) {
    const address = withoutTracking(link.getAttribute('href') ?? '');
    if (toLink(address) === null) link.replaceWith(...link.childNodes);
    else link.setAttribute('href', address);
  }
  const lost = removeForeignPictures(page);
  return { html: page.body.innerHTML, lost };
}

const tracking = /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|igsh(?:id)?|mc_[ce]id)=/i;

/** The address without the parameters by which ads and mails recognise who follows it. */
export function withoutTracking(address: string): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(address) ?? [];
  const kept = query.split('&').filter((parameter) => !tracking.test(parameter));
  return path + (query && kept.length ? `?${kept.join('&')}` : '') + hash;
}

/** Turns line ends into breaks where their source shows them by `white-space`, as copied messages do. */
function keepTypedLines(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const styled = text.parentElement?.closest<HTMLElement>('[data-style*="white-space"], pre');
    if (!/white-space(?:-collapse)?:\s*(?:pre|break-spaces)/i.test(styled?.dataset.style ?? '')) continue;
    // White space between paragraphs is not a line.
    if (styled?.tagName === 'PRE' || (!text.data.trim() && styled?.querySelector('p, div, li, h2, h3, td'))) continue;
    const lines = text.data.split('\n');
    text.replaceWith(...lines.flatMap((line, index) => (index ? [page.createElement('br'), line] : [line])));
  }
}

/** Makes a line of each element that Quill would join to the text before it. */
function separateCells(page: Document): void {
  for (const cell of page.querySelectorAll('th, caption, summary, legend')) {
    const line = page.createElement(cell.tagName === 'TH' ? 'td' : 'p');
    line.append(...cell.childNodes);
    cell.replaceWith(line);
  }
}

/** Removes pictures that are not stored here, the picture of an emoji for the emoji; answers how many were lost. */
function removeForeignPictures(page: Document): number {
  let lost = 0;
  for (const picture of page.querySelectorAll('img')) {
    const address = picture.getAttribute('src') ?? '';
    const stored = storedUrl(
      address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address,
    );
    if (stored.startsWith('/media/') && readPicture(stored)) picture.setAttribute('src', stored);
    else if (/^[\p{Emoji_Presentation}\p{Extended_Pictographic}]/u.test(picture.alt)) picture.replaceWith(picture.alt);
    else {
      picture.remove();
      lost += 1;
    }
  }
  return lost;
}

/** Removes the `<b style="font-weight:normal">` that Google Docs wraps around everything. */
function unwrapGoogleDocs(page: Document): void {
  for (const wrapper of findStyled(page, 'font-weight')) {
    if (wrapper.tagName === 'B' && /font-weight:\s*(?:normal|400)/i.test(wrapper.dataset.style ?? ''))
      wrapper.replaceWith(...wrapper.childNodes);
  }
}

/**
 * Turns Word's lists into list items: Word writes paragraphs with `mso-list: l0 level2` and the bullet as text. The
 * number of a heading, and one that goes on after other paragraphs, stays a word: a post's lists begin with 1.
 */
function convertWordLists(page: Document): void {
  for (const entry of findStyled(page, 'mso-list')) {
    const level = /mso-list:[^;]*\blevel([1-9])/i.exec(entry.dataset.style ?? '')?.[1];
    if (!level) continue;
    const marks = findStyled(entry, 'mso-list').filter(({ dataset }) =>
      /mso-list:\s*ignore/i.test(dataset.style ?? ''),
    );
    const mark = marks.map((found) => found.textContent ?? '').join('');
    for (const found of marks) found.remove();
    const before = entry.previousElementSibling;
    const list = before?.matches('ul[data-word]') ? before : page.createElement('ul');
    const isNumber = /^\s*\(?[\p{L}\d]{1,5}[.)]/u.test(mark);
    // The entry that this one would be counted after; below another one, and after a bullet, numbers begin again.
    const last = [...(list.children as HTMLCollectionOf<HTMLElement>)].findLast(
      ({ dataset }) => Number(dataset.level) <= Number(level),
    );
    const goesOn = last?.dataset.level === level && last.dataset.list === 'ordered';
    const begins = /(?:^|[.(])[1aAiI][.)]*$/.test(mark.trim());
    if (/^H\d$/.test(entry.tagName) || (isNumber && !goesOn && !begins)) {
      entry.prepend(mark.trim(), ' ');
      continue;
    }
    const item = page.createElement('li');
    item.dataset.list = isNumber ? 'ordered' : 'bullet';
    item.dataset.level = level;
    if (level !== '1') item.className = `ql-indent-${Number(level) - 1}`;
    item.append(...entry.childNodes);
    list.setAttribute('data-word', '');
    list.append(item);
    if (list === before) entry.remove();
    else entry.replaceWith(list);
  }
}

/** Writes the numbers of a list that are not 1, 2, 3 and so on as words. */
function writeNumbers(page: Document): void {
  for (const list of page.querySelectorAll('ol')) {
    const entries = [...list.querySelectorAll<HTMLLIElement>(':scope > li')];
    let next = list.start;
    const numbers = entries.map(({ value }) => {
      const number = value || next;
      next = number + 1;
      return number;
    });
    if (list.closest('li') || numbers.every((number, index) => number === index + 1)) continue;
    for (const [index, entry] of entries.entries()) {
      const line = page.createElement('div');
      line.append(...entry.childNodes);
      const first = [...line.children].find(({ textContent }) => textContent?.trim());
      const isBlock = first === line.firstElementChild && first?.matches('p, div, h1, h2, h3, h4, h5, h6');
      (isBlock ? first : line).prepend(`${numbers[index]}. `);
      entry.replaceWith(line);
    }
    list.replaceWith(...list.childNodes);
  }
}
