import { inflateSync } from 'node:zlib';

type Objects = Map<string, string>;

/** The text of a PDF by pdfkit as a reader copies it: its glyphs through the map to letters that each font brings. */
export function readPdfText(pdf: Buffer): string {
  const objects = readObjects(pdf);
  const fonts = readFonts(objects);
  return readPages(objects)
    .map((content) => readPage(content, fonts))
    .join('');
}

/** Where each piece of text begins, in points from the left edge. */
export const readPdfLefts = (pdf: Buffer): number[] =>
  [
    ...readPages(readObjects(pdf))
      .join('')
      .matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm/g),
  ].map(([, left]) => Number(left));

function readObjects(pdf: Buffer): Objects {
  const found = pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g);
  return new Map([...found].map(([, id = '', body = '']) => [id, body]));
}

/** What each page draws. */
function readPages(objects: Objects): string[] {
  const ids = [...objects.values()].flatMap(
    (body) => /\/Type \/Page\n[\s\S]*?\/Contents (\d+) 0 R/.exec(body)?.[1] ?? [],
  );
  return ids.map((id) => readStream(objects, id));
}

function readStream(objects: Objects, id: string): string {
  const body = objects.get(id) ?? '';
  const [, bytes = ''] = /stream\n([\s\S]*?)\nendstream/.exec(body) ?? [];
  const raw = Buffer.from(bytes, 'latin1');
  return (body.includes('/FlateDecode') ? inflateSync(raw) : raw).toString('latin1');
}

/** The letters of each font, by its name on the pages. */
function readFonts(objects: Objects): Map<string, string[]> {
  const uses = [...objects.values()].flatMap((body) => [...body.matchAll(/\/(F\d+) (\d+) 0 R/g)]);
  return new Map(
    uses.map(([, name = '', id = '']) => {
      const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '') ?? [];
      return [name, readLetters(readStream(objects, map))];
    }),
  );
}

/** Letters by glyph: the lists of a font's map, whose entries are UTF-16 in hex. */
function readLetters(map: string): string[] {
  const letters: string[] = [];
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[(.*?)\]/g))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      letters[Number.parseInt(first, 16) + index] = String.fromCharCode(...toNumbers(hex.replaceAll(' ', '')));
  return letters;
}

/** The words of a page in the order they are drawn. */
function readPage(content: string, fonts: Map<string, string[]>): string {
  let letters: string[] = [];
  let text = '';
  for (const [, font, glyphs = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
    if (font) letters = fonts.get(font) ?? [];
    const numbers = [...glyphs.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => toNumbers(hex));
    text += numbers.map((glyph) => letters[glyph] ?? '\ufffd').join('');
  }
  return text;
}

const toNumbers = (hex: string): number[] => (hex.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 16));
