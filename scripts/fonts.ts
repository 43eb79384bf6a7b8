// `npm run fonts`: cuts the fonts of PDFs from their package. Run it after the package or the letters changed.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const sources = {
  400: '@expo-google-fonts/alegreya/400Regular/Alegreya_400Regular.ttf',
  700: '@expo-google-fonts/alegreya/700Bold/Alegreya_700Bold.ttf',
};

/**
 * Letters of names and texts, as far as the font has them: Latin with those of Azerbaijan and Uzbekistan, Greek,
 * Cyrillic with those of Central Asia, signs of print.
 */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x259, 0x259],
  [0x2bb, 0x2bc],
  [0x386, 0x3ce],
  [0x400, 0x4ff],
  [0x2010, 0x2026],
] as const;
const letters = [
  '€₺−×→',
  ...ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at))),
].join('');

export const weights = [400, 700] as const;
type Weight = (typeof weights)[number];

/** Where a font of PDFs is committed. */
export const fontFile = (weight: Weight) =>
  new URL(`../src/api/documents/fonts/alegreya-${weight}.ttf`, import.meta.url);

/** Cuts one font to the letters, as TrueType, which pdfkit can embed. The same packages make the same bytes. */
export async function cutFont(weight: Weight): Promise<Buffer> {
  const source = fileURLToPath(import.meta.resolve(sources[weight]));
  return subsetFont(await readFile(source), letters, { targetFormat: 'truetype' });
}

if (import.meta.main) for (const weight of weights) await writeFile(fontFile(weight), await cutFont(weight));
