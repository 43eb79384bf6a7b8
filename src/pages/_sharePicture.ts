import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { breakLines, drawLine } from './_outlines.ts';

/** What a share picture says. */
export interface ShareCard {
  kicker: string;
  title: string;
  /** The practice. */
  name: string;
}

/** To be raised when the drawing changes: pictures of the releases before are kept by it. */
const drawing = 1;
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

/** The last title line that fits ends with dots where something is cut. */
function fitTitle(title: string): { sizePx: number; lines: string[] } {
  for (const { sizePx, lines: most } of titleSizes) {
    const lines = breakLines('title', title, sizePx, textWidthPx);
    if (lines.length <= most) return { sizePx, lines };
  }
  const { sizePx, lines: most } = titleSizes.at(-1) as (typeof titleSizes)[0];
  const lines = breakLines('title', title, sizePx, textWidthPx).slice(0, most);
  return { sizePx, lines: [...lines.slice(0, -1), `${lines.at(-1)}…`] };
}

/** Always the same scene for the same title. */
const sceneOf = ({ title }: ShareCard): number => (Number.parseInt(hash('sha256', title).slice(0, 8), 16) % scenes) + 1;

/** Fingerprint of everything a picture shows. A release keeps the picture of the one before while it stays. */
export const shareKey = (card: ShareCard): string =>
  `whole:${hash('sha256', JSON.stringify([drawing, card.kicker, card.title, card.name]), 'base64url').slice(0, 22)}`;

/** Loads sharp from the project: the site's code lies elsewhere when it is rendered. */
function loadSharp(): typeof import('sharp').default {
  const sharp = createRequire(join(process.cwd(), 'package.json'))('sharp');
  sharp.concurrency(1);
  return sharp;
}

/** A scene on the right, the sheet for the words on the left (scripts/art.ts). */
const readGround = (scene: number) => readFile(join(process.cwd(), `src/web/art/share-${scene}.jpg`));

/** Draws a share picture as a JPEG of 1200 × 630 pixels. */
export async function drawSharePicture(card: ShareCard): Promise<Buffer> {
  const { sizePx, lines } = fitTitle(card.title);
  const leading = sizePx * 1.1;
  const top = 150 + Math.max(0, (330 - lines.length * leading) / 2);
  const words = [
    drawLine('kicker', card.kicker, 32, 72, 110, '#ad3a23'),
    ...lines.map((line, index) => drawLine('title', line, sizePx, 72, top + sizePx * 0.8 + index * leading, '#1f2f36')),
    ...breakLines('title', card.name, 27, 540)
      .slice(0, 1)
      .map((line) => drawLine('title', line, 27, 128, 577, '#1f2f36')),
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="630">${words}</svg>`;
  return loadSharp()(await readGround(sceneOf(card)))
    .composite([{ input: Buffer.from(svg), left: 0, top: 0 }])
    .jpeg({ quality: 82 })
    .toBuffer();
}
