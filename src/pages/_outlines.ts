import outlines from '../web/fonts/share-outlines.json' with { type: 'json' };

type Face = keyof typeof outlines;
/** Advance width and path of a letter, in units of the typeface. */
type Glyph = [advance: number, path: string];

const unitsPerEm = 1000;

/** The outline of a letter; of its base letter, or nothing, where the typeface has none. */
function glyphOf(face: Face, letter: string): Glyph | undefined {
  const glyphs = outlines[face].glyphs as unknown as Record<string, Glyph>;
  return glyphs[letter] ?? glyphs[letter.normalize('NFD').charAt(0)];
}

/** The letters of a line with their distances from its beginning, and its width, all in units of the typeface. */
function layOut(face: Face, line: string): { placed: { x: number; path: string }[]; width: number } {
  const kern = outlines[face].kern as Record<string, number>;
  const placed: { x: number; path: string }[] = [];
  let width = 0;
  let before = '';
  for (const letter of line) {
    const [advance, path] = glyphOf(face, letter) ?? [0, ''];
    width += kern[before + letter] ?? 0;
    placed.push({ x: width, path });
    width += advance;
    before = letter;
  }
  return { placed, width };
}

/** The width of a line in pixels. */
export const measureLine = (face: Face, line: string, sizePx: number): number =>
  (layOut(face, line).width * sizePx) / unitsPerEm;

/** Breaks a text into lines that fit; a word that is wider stands alone. */
export function breakLines(face: Face, text: string, sizePx: number, widthPx: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length && measureLine(face, longer, sizePx) <= widthPx) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Cuts a line to a width; three dots stand for what is cut. */
export function cutLine(face: Face, line: string, sizePx: number, widthPx: number): string {
  if (measureLine(face, line, sizePx) <= widthPx) return line;
  const letters = [...line];
  while (letters.length && measureLine(face, `${letters.join('')}…`, sizePx) > widthPx) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** A line as SVG paths; `y` is its baseline. Outlines, because a server has no typefaces of ours to draw text with. */
export function drawLine(face: Face, line: string, sizePx: number, x: number, y: number, fill: string): string {
  const scale = sizePx / unitsPerEm;
  const paths = layOut(face, line).placed.map(
    ({ x: left, path }) => `<path transform="translate(${left})" d="${path}"/>`,
  );
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}
