/** Cuts the two typefaces down to what Turkish pages need: `node scripts/fonts.ts` rewrites src/web/fonts. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const resolve = createRequire(import.meta.url).resolve;
const target = new URL('../src/web/fonts/', import.meta.url);

/** Turkish needs no q, w or x; they wait in `more`, fetched only by a page that has them. */
const core = "ABCDEFGHIJKLMNOPRSTUVYZabcdefghijklmnoprstuvyz !'(),-./:;?–—‘’“”…\u00a0ÇçĞğİıÖöŞşÜü";
const digits = '0123456789"&%+@·âîû';
const more = 'QWXqwx#$*<=>[]\\^_`{|}~¡§©«°»¿×ÂÎÛéèàäëïôñß';

/** The features the pages use: kerning everywhere, lining figures next to the old-style ones in the serif. */
const faces = [
  { name: 'alegreya', file: 'alegreya-%-wght-normal', wght: { min: 420, max: 560 }, core: `${core + digits}₺`, more },
  { name: 'alegreya-italic', file: 'alegreya-%-wght-italic', wght: 480, core, more: digits + more },
  {
    name: 'commissioner',
    file: 'commissioner-%-wght-normal',
    wght: { min: 400, max: 600 },
    core: `${core + digits}W₺©`,
    more: more.replace(/[W©]/g, ''),
  },
];

await mkdir(target, { recursive: true });
for (const face of faces) {
  for (const [suffix, subset, text] of [
    ['core', 'latin', face.core],
    ['core-ext', 'latin-ext', face.core],
    ['more', 'latin', face.more],
  ] as const) {
    const family = face.name.split('-')[0];
    const source = resolve(`@fontsource-variable/${family}/files/${face.file.replace('%', subset)}.woff2`);
    const font = await subsetFont(await readFile(source), text, {
      targetFormat: 'woff2',
      variationAxes: { wght: face.wght },
      keepFeatures: ['kern', 'lnum'],
      noHinting: true,
      dropTables: ['HVAR', 'MVAR', 'STAT', 'DSIG', 'meta', 'gasp'],
    });
    await writeFile(new URL(`${face.name}-${suffix}.woff2`, target), font);
    console.log(`${face.name}-${suffix}.woff2`, font.length);
  }
}
