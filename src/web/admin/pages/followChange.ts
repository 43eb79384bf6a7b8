/** The texts of a page's own part, from top to bottom. */
function* textsOf(page: Document): Generator<Text> {
  const main = page.querySelector('main');
  if (!main) return;
  const walker = page.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.nodeValue?.trim()) yield node as Text;
}

/** The texts of each page when it was loaded: some change by themselves afterwards. */
const loadedTexts = new WeakMap<Document, Set<string>>();

/**
 * Brings the first text that the page before did not have into view, also where it is folded; otherwise stays at its
 * height. Called once for each page, when it is loaded.
 */
export function followChange(before: Window | null | undefined, after: Window): void {
  const texts = [...textsOf(after.document)];
  loadedTexts.set(after.document, new Set(texts.map(({ data }) => data)));
  const old = before && loadedTexts.get(before.document);
  if (!old) return;
  after.scrollTo({ top: before.scrollY, behavior: 'instant' });
  const changed = texts.find(({ data }) => !old.has(data))?.parentElement;
  if (!changed) return;
  const folded = changed.closest('details');
  if (folded) folded.open = true;
  // What was folded has no place yet.
  const place = folded ?? changed;
  const { top, bottom } = place.getBoundingClientRect();
  if (top < 0 || bottom > after.innerHeight) place.scrollIntoView({ block: 'center', behavior: 'instant' });
}
