/**
 * A page's scripts and styles with their attributes and text. Other tags are stepped over whole: what an editor wrote
 * stands in attributes with its `<` as it is, and is no element.
 */
const elements =
  /<!--.*?-->|<(script|style)\b((?:"[^"]*"|'[^']*'|[^"'>])*)>(.*?)<\/\1>|<[a-z/!](?:"[^"]*"|'[^']*'|[^"'>])*>/gis;

/** Texts of the scripts or styles that stand in the page itself. */
export const inlineTexts = (html: string, tag: 'script' | 'style'): string[] =>
  [...html.matchAll(elements)]
    .filter(([, name, attributes = '', text]) => name === tag && text && !/ src=|ld\+json/.test(attributes))
    .map((match) => match[3] as string);

/** All styles of a page in one element, in the order they came in; those with an attribute stay where they are. */
export function oneStyle(html: string): string {
  const styles: string[] = [];
  const place = '<style></style>';
  const rest = html.replace(elements, (whole, name, attributes, text) => {
    if (name !== 'style' || attributes) return whole;
    return styles.push(text) === 1 ? place : '';
  });
  return rest.replace(place, () => `<style>${styles.join('')}</style>`);
}
