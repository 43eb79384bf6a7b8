// Renders the drawings as AVIF and WebP, the icons, the share picture and the sample content's pictures. Run it after a drawing changed.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { sha256Short } from '../src/api/hash.ts';
import { encodePicture } from '../src/api/storage/pictures.ts';
import { demoData } from '../src/demo/demoData.ts';
import { drawingFile } from '../src/demo/drawings.ts';
import { drawingsOf } from '../src/demo/seed.ts';

const drawings = new URL('../public/art/', import.meta.url);
const scenes = new URL('../src/web/art/', import.meta.url);
const site = new URL('../public/', import.meta.url);

/** Rasterises a drawing at the target size (72 dpi is its own size), so that edges stay sharp. */
async function draw(name: string, width: number): Promise<Sharp> {
  const svg = await readFile(new URL(name, drawings));
  const { width: own = width } = await sharp(svg).metadata();
  return sharp(svg, { density: (72 * width) / own }).resize(width);
}

/**
 * Saves a picture in both formats at qualities that look alike. Lowers the quality of an AVIF until it has at most
 * `maxBytes`.
 */
async function save(image: Sharp, name: string, maxBytes = Number.POSITIVE_INFINITY): Promise<void> {
  const pixels = await image.png().toBuffer();
  const encode = (quality: number) => sharp(pixels).avif({ quality, effort: 7 }).toBuffer();
  let avif = await encode(50);
  // Binary search for the best quality that fits, from `low` to below `high`.
  for (let low = 25, high = avif.length > maxBytes ? 50 : low; low < high; ) {
    const middle = Math.floor((low + high) / 2);
    const smaller = await encode(middle);
    if (smaller.length > maxBytes) high = middle;
    else {
      avif = smaller;
      low = middle + 1;
    }
  }
  if (avif.length > maxBytes) throw new Error(`${name}: no quality makes ${maxBytes} bytes`);
  await writeFile(new URL(`${name}.avif`, scenes), avif);
  await sharp(pixels)
    .webp({ quality: 76, effort: 6 })
    .toFile(new URL(`${name}.webp`, scenes).pathname);
}

/** Crops a hero to a square for phones, around its focus at 60 % of the width. */
async function square(name: string, side: number): Promise<Sharp> {
  const wide = await (await draw(`${name}.svg`, Math.round((side * 16) / 9))).png().toBuffer();
  const { width = side } = await sharp(wide).metadata();
  return sharp(wide).extract({ left: Math.round((width - side) * 0.6), top: 0, width: side, height: side });
}

/** What fits with its headers into the ten packets that a server sends on a new connection before it waits for an answer. */
const maxFirstRoundBytes = 14_000;

await mkdir(scenes, { recursive: true });
const names = (await readdir(drawings)).map((file) => file.replace('.svg', ''));

for (const name of names.filter((each) => each.startsWith('hero-'))) {
  for (const width of [800, 1600]) await save(await draw(`${name}.svg`, width), `${name}-${width}`);
  await save(await square(name, 840), `${name}-square`, maxFirstRoundBytes);
}
for (const name of names.filter((each) => each.startsWith('service-')))
  await save(await draw(`${name}.svg`, 600), name);
// Shown beside the forms of the sign-in screens; 390 px wide on phones.
for (const name of ['gallery-3', 'gallery-4', 'gallery-6'])
  for (const width of [600, 1200]) await save(await draw(`${name}.svg`, width), `${name}-${width}`);
await save(await draw('about-portrait.svg', 864), 'about-portrait');
await save(await draw('placeholder.svg', 320), 'placeholder');
for (const name of ['avatar-female', 'avatar-male']) await save(await draw(`${name}.svg`, 104), name);

for (const size of [180, 192, 512]) {
  await (await draw('favicon.svg', size)).png({ palette: true }).toFile(new URL(`icon-${size}.png`, site).pathname);
}
// /favicon.ico for feed readers and old browsers: a header and one PNG of 32 pixels.
const small = await (await draw('favicon.svg', 32)).png({ palette: true }).toBuffer();
const head = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
head.writeUInt32LE(small.length, 14);
await writeFile(new URL('favicon.ico', site), Buffer.concat([head, small]));
const share = await (await draw('hero-home-1.svg', 1200)).png().toBuffer();
await sharp(share)
  .resize(1200, 630, { position: 'bottom' })
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(new URL('og.jpg', site).pathname);
await writeFile(new URL('favicon.svg', site), await readFile(new URL('favicon.svg', drawings)));

// The sample content's pictures, encoded as uploads are, with their sizes and the drawings they were made from.
const samples: Record<string, { width: number; height: number; drawing: string }> = {};
for (const name of [...drawingsOf(demoData)].sort()) {
  const pixels = await (await draw(`${name}.svg`, 960)).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = pixels.info;
  samples[name] = { width, height, drawing: sha256Short(await readFile(new URL(`${name}.svg`, drawings))) };
  for await (const file of encodePicture(pixels, 7)) await writeFile(drawingFile(name, file), file.data);
}
await writeFile(new URL('../src/demo/pictures/sizes.json', import.meta.url), `${JSON.stringify(samples, null, 2)}\n`);
