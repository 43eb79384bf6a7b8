import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { completeKeyPrefix } from '../shared/cacheKeys.ts';
import { breakLines, cutLine, drawLine, measureLine } from './_outlines.ts';

/** What a share picture says. */
export interface ShareCard {
  kicker: string;
  title: string;
  /** The practice. */
  name: string;
}

/** To be raised when the drawing changes: pictures of the releases before are kept by it. */
const drawing = 3;
const textWidthPx = 600;
/** Sizes that a title is tried in, largest first; the last one is cut to its lines. */
const titleSizes = [
  { sizePx: 78, lines: 3 },
  { sizePx: 64, lines: 4 },
  { sizePx: 52, lines: 5 },
];
const scenes = 5;
/** So many posts, the newest, have a picture of their own; the others share the site's. */
export const sharedPosts = 200;

/** Lines of the largest size that holds every word. In the smallest one what does not fit ends with dots. */
export function fitTitle(title: string): { sizePx: number; lines: string[] } {
  for (const { sizePx, lines: most } of titleSizes) {
    const lines = breakLines('title', title, sizePx, textWidthPx);
    const isWide = lines.some((line) => measureLine('title', line, sizePx) > textWidthPx);
    if (lines.length <= most && !isWide) return { sizePx, lines };
  }
  const { sizePx, lines: most } = titleSizes.at(-1) as (typeof titleSizes)[0];
  const lines = breakLines('title', title, sizePx, textWidthPx);
  if (lines.length > most) lines.splice(most - 1, Infinity, `${lines[most - 1]}…`);
  return { sizePx, lines: lines.map((line) => cutLine('title', line, sizePx, textWidthPx)) };
}

/** Always the same scene for the same title. */
const sceneOf = ({ title }: ShareCard): number => (Number.parseInt(hash('sha256', title).slice(0, 8), 16) % scenes) + 1;

/** Fingerprint of everything a picture shows. A release keeps the picture of the one before while it stays. */
export const shareKey = (card: ShareCard): string =>
  `${completeKeyPrefix}${hash('sha256', JSON.stringify([drawing, card.kicker, card.title, card.name]), 'base64url').slice(0, 22)}`;

/** Loads sharp from the project: the site's code lies elsewhere when it is rendered. */
function loadSharp(): typeof import('sharp').default {
  const sharp = createRequire(join(process.cwd(), 'package.json'))('sharp');
  sharp.concurrency(1);
  return sharp;
}

const widthPx = 1200;
const sheetPx = { width: 700, height: 630 };
const grounds = new Map<number, Promise<Buffer>>();

/** The pixels (RGB) of a ground: a scene on the right, the sheet for the words on the left (scripts/art.ts). */
function readGround(scene: number): Promise<Buffer> {
  let ground = grounds.get(scene);
  if (!ground) {
    ground = loadSharp()(join(process.cwd(), `src/web/art/share-${scene}.jpg`))
      .raw()
      .toBuffer();
    grounds.set(scene, ground);
  }
  return ground;
}

/** Lays drawn words (RGBA) over a ground. sharp's `composite` takes twice as long as everything else together. */
function layOver(ground: Buffer, words: Buffer): Buffer {
  const pixels = Buffer.from(ground);
  // Most of the sheet has no words: one look at all four bytes of a pixel skips it.
  const drawn = new Uint32Array(words.buffer, words.byteOffset, words.length / 4);
  for (let at = 0; at < drawn.length; at++) {
    if (drawn[at] === 0) continue;
    const from = at * 4;
    const opacity = (words[from + 3] as number) / 255;
    const to = (Math.floor(at / sheetPx.width) * widthPx + (at % sheetPx.width)) * 3;
    for (let channel = 0; channel < 3; channel++) {
      const below = pixels[to + channel] as number;
      pixels[to + channel] = Math.round(below + ((words[from + channel] as number) - below) * opacity);
    }
  }
  return pixels;
}

/** Draws a share picture as a JPEG of 1200 × 630 pixels. */
export async function drawSharePicture(card: ShareCard): Promise<Buffer> {
  const { sizePx, lines } = fitTitle(card.title);
  const leading = sizePx * 1.1;
  const top = 150 + Math.max(0, (330 - lines.length * leading) / 2);
  const words = [
    drawLine('kicker', card.kicker, 32, 72, 110, '#ad3a23'),
    ...lines.map((line, index) => drawLine('title', line, sizePx, 72, top + sizePx * 0.8 + index * leading, '#1f2f36')),
    drawLine('title', cutLine('title', card.name, 27, 540), 27, 128, 577, '#1f2f36'),
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheetPx.width}" height="${sheetPx.height}">${words}</svg>`;
  const sharp = loadSharp();
  const pixels = layOver(await readGround(sceneOf(card)), await sharp(Buffer.from(svg)).raw().toBuffer());
  const raw = { width: widthPx, height: sheetPx.height, channels: 3 } as const;
  // Tables made for each picture would save 6 % of its bytes and take a quarter of the time.
  return sharp(pixels, { raw }).jpeg({ quality: 82, optimizeCoding: false }).toBuffer();
}
