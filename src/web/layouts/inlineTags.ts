/** Matches scripts and styles with attributes and text; other tags whole, because their attributes may contain `<`. */
const elements =
  /<!--.*?-->|<(script|style)\b((?:"[^"]*"|'[^']*'|[^"'>])*)>(.*?)<\/\1>|<[a-z/!](?:"[^"]*"|'[^']*'|[^"'>])*>/gis;

/** Texts of the inline scripts or styles of a page. */
export const inlineTexts = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(elements)]
    .filter(([, name, attributes = '', text]) => {
      const isData = /^\s+type="application\/ld\+json"$/.test(attributes);
      return name?.toLowerCase() === tag && text && !isData && readSource(attributes) === undefined;
    })
    .map((match) => match[3] as string);

/** Addresses of the scripts that a page loads. */
export const scriptAddresses = (html: string): string[] =>
  [...html.matchAll(elements)]
    .filter(([, name]) => name?.toLowerCase() === 'script')
    .flatMap(([, , attributes = '']) => readSource(attributes) ?? []);

/** The attribute `src` of a tag, as it stands there. */
function readSource(attributes: string): string | undefined {
  const [, double, single, bare] = /(?:^|[\s"'/])src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
  return double ?? single ?? bare;
}

/**
 * Merges the styles without attributes into one element at the place of the first. One element with one hash in the
 * policy keeps the pages' HTML within its budget of 14 KB.
 */
export function mergeStyleTags(html: string): string {
  const isPlain = ([, name, attributes]: RegExpMatchArray) => name === 'style' && !attributes;
  const styles = [...html.matchAll(elements)].filter(isPlain).map((match) => match[3]);
  const merged = [`<style>${styles.join('')}</style>`];
  return html.replace(elements, (...match) => (isPlain(match) ? (merged.pop() ?? '') : match[0]));
}
