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

/** All styles of a page in one element, where the first stood; those with an attribute stay as they are. */
export function mergeStyleTags(html: string): string {
  const plain = ([, name, attributes]: RegExpMatchArray) => name === 'style' && !attributes;
  const styles = [...html.matchAll(elements)].filter(plain).map((match) => match[3]);
  const all = [`<style>${styles.join('')}</style>`];
  return html.replace(elements, (...match) => (plain(match) ? (all.pop() ?? '') : match[0]));
}
