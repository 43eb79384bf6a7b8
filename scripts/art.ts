// Renders the drawings as AVIF and WebP, icons, share pictures and the pictures of the sample content. Run it after a
// drawing changed.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
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
    .toFile(fileURLToPath(new URL(`${name}.webp`, scenes)));
}

/** Crops a hero to a square for phones, around its focus at 60 % of the width. */
async function square(name: string, side: number): Promise<Sharp> {
  const wide = await (await draw(`${name}.svg`, Math.round((side * 16) / 9))).png().toBuffer();
  const { width = side } = await sharp(wide).metadata();
  return sharp(wide).extract({ left: Math.round((width - side) * 0.6), top: 0, width: side, height: side });
}

/** The sheet for the words of a share picture, with its double cut edge, a thread and the logo. */
const shareSheet = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
<defs><filter id="s" x="-10%" width="130%"><feDropShadow dx="6" dy="0" stdDeviation="8" flood-color="#432a40" flood-opacity=".28"/></filter></defs>
<path filter="url(#s)" fill="#f5c6a4" d="M0 0H772C736 58 812 126 790 208C770 276 706 324 746 412C776 478 812 514 776 630H0Z"/>
<path filter="url(#s)" fill="#fdf9f2" d="M0 0H738C700 64 772 132 752 212C732 284 670 334 708 422C736 486 776 526 736 630H0Z"/>
<path d="M72 520C180 500 240 548 350 528S520 500 600 530" fill="none" stroke="#c4432a" stroke-width="5" stroke-linecap="round" stroke-dasharray="16 13"/>
<g transform="translate(72 548) scale(.46)"><path fill="none" stroke="#c4432a" stroke-linecap="round" stroke-linejoin="round" stroke-width="8.4" d="M48.8 36.9c-.3-.4-.9-1.5-1.6-2.2a8 8 0 0 0-2.5-1.5 9 9 0 0 0-6.8 0q-1.7.7-3.3 1.9-1.6 1.4-2.7 3.3-1 2-1.4 4.3t.1 4.8q.6 2.5 1.9 4.8a17 17 0 0 0 3.6 4 18 18 0 0 0 17.3 2.3q3.1-1.1 5.7-3.4t4.4-5.5q1.8-3.1 2.4-6.9.6-3.7-.1-7.6a23 23 0 0 0-8-13.7 25 25 0 0 0-16.1-6q-4.6 0-9.1 1.4a29 29 0 0 0-18.7 21.3 33 33 0 0 0-.5 10.4q.8 5.4 3.2 10.3a32 32 0 0 0 16.1 15.2A36 36 0 0 0 44 77c4.6.6 10.3.7 16 .6s12.2.1 18-1 14.2-4.7 17-5.6"/></g>
</svg>`;

/** Draws the grounds of share pictures (src/pages/_sharePicture.ts): a scene of the home page beside the sheet. */
async function drawShareGrounds(): Promise<void> {
  for (const scene of [1, 2, 3, 4, 5]) {
    const picture = await (await draw(`hero-home-${scene}.svg`, 1200)).png().toBuffer();
    const wide = await sharp(picture).resize(1200, 630, { position: 'right' }).toBuffer();
    // The focus of a scene is at 60 % of its width, under the sheet: it is moved to the right.
    const moved = sharp(wide)
      .extract({ left: 330, top: 0, width: 870, height: 630 })
      .extend({ left: 330, background: '#fdf9f2' });
    await sharp(await moved.toBuffer())
      .composite([{ input: Buffer.from(shareSheet) }])
      .jpeg({ quality: 92, mozjpeg: true })
      .toFile(fileURLToPath(new URL(`share-${scene}.jpg`, scenes)));
  }
}

/** With its headers this fits into the ten packets that a server sends on a new connection before it waits. */
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
  await (await draw('favicon.svg', size))
    .png({ palette: true })
    .toFile(fileURLToPath(new URL(`icon-${size}.png`, site)));
}
await (await draw('logo-mark.svg', 88)).png().toFile(fileURLToPath(new URL('logo-mail.png', site)));
// /favicon.ico for feed readers and old browsers: a header and one PNG of 32 pixels.
const small = await (await draw('favicon.svg', 32)).png({ palette: true }).toBuffer();
const head = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
head.writeUInt32LE(small.length, 14);
await writeFile(new URL('favicon.ico', site), Buffer.concat([head, small]));
const share = await (await draw('hero-home-1.svg', 1200)).png().toBuffer();
await sharp(share)
  .resize(1200, 630, { position: 'bottom' })
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(fileURLToPath(new URL('og.jpg', site)));
await drawShareGrounds();
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
