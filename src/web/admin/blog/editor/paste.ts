/**
 * Pasted HTML before anything parses it: the page's policy would block its styles and handlers one by one, so styles
 * travel under another name (`readStyle` in formats.ts), sheets and handlers under none.
 */
const disarm = (html: string): string =>
  html
    .replace(/<(style|script)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) =>
      tag.replace(/\son\w+\s*=/gi, ' data-off=').replace(/\sstyle\s*=/gi, ' data-style='),
    );

const styled = (root: ParentNode, part: string) => [...root.querySelectorAll<HTMLElement>(`[data-style*="${part}"]`)];

/** What was copied out of a word processor or a web page, as plain HTML that says the same. */
export function cleanPaste(html: string): string {
  const page = new DOMParser().parseFromString(disarm(html), 'text/html');
  for (const unseen of page.querySelectorAll('link, meta, title, noscript, template')) unseen.remove();
  unwrapGoogleDocs(page);
  convertWordLists(page);
  return page.body.innerHTML;
}

/** Google Docs wraps all it copies in a bold that says it is none. */
function unwrapGoogleDocs(page: Document): void {
  for (const wrapper of styled(page, 'font-weight')) {
    if (wrapper.tagName === 'B' && /font-weight:\s*(?:normal|400)/i.test(wrapper.dataset.style ?? ''))
      wrapper.replaceWith(...wrapper.childNodes);
  }
}

/** Word writes a list as paragraphs: `mso-list: l0 level2` on each, and its mark as text that is to be ignored. */
function convertWordLists(page: Document): void {
  for (const entry of styled(page, 'mso-list')) {
    const level = /mso-list:[^;]*\blevel([1-9])/i.exec(entry.dataset.style ?? '')?.[1];
    if (!level) continue;
    const marks = styled(entry, 'mso-list').filter(({ dataset }) => /mso-list:\s*ignore/i.test(dataset.style ?? ''));
    const mark = marks.map((found) => found.textContent ?? '').join('');
    for (const found of marks) found.remove();
    const item = page.createElement('li');
    item.dataset.list = /^\s*[\p{L}\d]{1,5}[.)]/u.test(mark) ? 'ordered' : 'bullet';
    if (level !== '1') item.className = `ql-indent-${Number(level) - 1}`;
    item.append(...entry.childNodes);
    const before = entry.previousElementSibling;
    const list = before?.matches('ul[data-word]') ? before : page.createElement('ul');
    list.setAttribute('data-word', '');
    list.append(item);
    if (list === before) entry.remove();
    else entry.replaceWith(list);
  }
}
