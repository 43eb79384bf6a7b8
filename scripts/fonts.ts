/** Cuts the two typefaces down to what Turkish pages need: `node scripts/fonts.ts` rewrites src/web/fonts. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { mergeFonts } from './mergeFonts.ts';

const resolve = createRequire(import.meta.url).resolve;
const target = new URL('../src/web/fonts/', import.meta.url);

/** Turkish needs no q, w or x; they wait in `more`, fetched only by a page that has them. */
const core = "ABCDEFGHIJKLMNOPRSTUVYZabcdefghijklmnoprstuvyz !'(),-./:;?–—‘’“”…\u00a0ÇçĞğİıÖöŞşÜü";
const digits = '0123456789"&%+@·âîû';
const more = 'QWXqwx#$*<=>[]\\^_`{|}~¡§©«°»¿×ÂÎÛéèàäëïôñß';

/** The features the pages use: kerning everywhere, lining figures next to the old-style ones in the serif. */
const keepFeatures = ['kern', 'lnum'];

const faces = [
  { name: 'alegreya', file: 'alegreya-%-wght-normal', wght: { min: 420, max: 560 }, core: `${core + digits}₺`, more },
  {
    name: 'alegreya-italic',
    file: 'alegreya-%-wght-italic',
    wght: 480,
    core: `${core}0123456789`,
    more: digits.replace(/\d/g, '') + more,
  },
  {
    name: 'commissioner',
    file: 'commissioner-%-wght-normal',
    wght: { min: 400, max: 600 },
    core: `${core + digits}W_|₺©`,
    more: more.replace(/[W_|©]/g, ''),
  },
];

type Face = (typeof faces)[number];

function cut(face: Face, subset: 'latin' | 'latin-ext', text: string, targetFormat: 'truetype' | 'woff2') {
  const family = face.name.split('-')[0];
  const source = resolve(`@fontsource-variable/${family}/files/${face.file.replace('%', subset)}.woff2`);
  return readFile(source).then((font) =>
    subsetFont(font, text, {
      targetFormat,
      variationAxes: { wght: face.wght },
      keepFeatures,
      noHinting: true,
      dropTables: ['HVAR', 'MVAR', 'STAT', 'DSIG', 'meta', 'gasp'],
    }),
  );
}

async function save(name: string, font: Buffer): Promise<void> {
  await writeFile(new URL(`${name}.woff2`, target), font);
  console.log(`${name}.woff2`, font.length);
}

await mkdir(target, { recursive: true });
for (const face of faces) {
  // ş, ğ and İ come in a file of their own: joined, every page asks for one file a face.
  const parts = [await cut(face, 'latin', face.core, 'truetype'), await cut(face, 'latin-ext', face.core, 'truetype')];
  const [latin, ext] = parts as [Buffer, Buffer];
  const joined = mergeFonts(latin, ext);
  await save(`${face.name}-core`, await subsetFont(joined, face.core, { targetFormat: 'woff2', keepFeatures }));
  await save(`${face.name}-more`, await cut(face, 'latin', face.more, 'woff2'));
}
