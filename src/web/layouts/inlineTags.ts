export interface PageElement {
  name: 'script' | 'style';
  /** Its attributes as they stand in the tag, with the blank before them. */
  attributes: string;
  text: string;
}

/** `start` and `end` are the positions of the whole element in the page's HTML. */
interface FoundElement extends PageElement {
  start: number;
  end: number;
}

/** Matches scripts and styles with attributes and text; other tags whole, because their attributes may contain `<`. */
const elements =
  /<!--.*?-->|<(script|style)\b((?:"[^"]*"|'[^']*'|[^"'>])*)>(.*?)<\/\1>|<[a-z/!](?:"[^"]*"|'[^']*'|[^"'>])*>/gis;

/** Lists the scripts and styles of a page in their order. */
export function findElements(html: string): FoundElement[] {
  const found: FoundElement[] = [];
  for (const { 0: whole, 1: name, 2: attributes = '', 3: text = '', index } of html.matchAll(elements)) {
    if (!name) continue;
    const kind = name.toLowerCase() as PageElement['name'];
    found.push({ name: kind, attributes, text, start: index, end: index + whole.length });
  }
  return found;
}

/** Texts of the inline scripts or styles among these elements. */
export const inlineTexts = (found: PageElement[], tag: PageElement['name']): string[] =>
  found
    .filter(({ name, attributes, text }) => {
      const isData = /^\s+type="application\/ld\+json"$/.test(attributes);
      return name === tag && text && !isData && readSource(attributes) === undefined;
    })
    .map(({ text }) => text);

/** Addresses of the scripts among these elements that are loaded. */
export const scriptAddresses = (found: PageElement[]): string[] =>
  found.filter(({ name }) => name === 'script').flatMap(({ attributes }) => readSource(attributes) ?? []);

/** The attribute `src` of a tag, as it stands there. */
function readSource(attributes: string): string | undefined {
  const [, double, single, bare] = /(?:^|[\s"'/])src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
  return double ?? single ?? bare;
}

/**
 * Merges the styles without attributes into one element at the place of the first. One element with one hash in the
 * policy keeps the pages' HTML within its budget of 14 KB. Returns the page with its scripts and styles.
 */
export function mergeStyleTags(html: string): { html: string; elements: PageElement[] } {
  const found = findElements(html);
  const [first, ...others] = found.filter(({ name, attributes }) => name === 'style' && !attributes);
  if (!first) return { html, elements: found };
  const text = [first, ...others].map((style) => style.text).join('');
  const between = [first, ...others].map(({ end }, index) => html.slice(end, others[index]?.start));
  return {
    html: `${html.slice(0, first.start)}<style>${text}</style>${between.join('')}`,
    elements: found
      .filter((element) => !others.includes(element))
      .map((element) => (element === first ? { ...first, text } : element)),
  };
}
