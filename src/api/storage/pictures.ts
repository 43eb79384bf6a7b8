import { randomBytes } from 'node:crypto';
import sharp, { type OutputInfo } from 'sharp';
import type { Database } from '../db/connection.ts';
import { Refusal } from '../errors.ts';
import { media } from './media.tables.ts';
import type { Storage } from './storage.ts';

/** CONTRACT.md 6. */
const byteLimit = 10 * 1024 * 1024;
const pixelLimit = 40_000_000;
const formats = new Set(['jpeg', 'png', 'webp', 'heif']);
const widths = [480, 960, 1440];

sharp.cache(false);
sharp.concurrency(1);

/** Pictures are worked on one at a time, so that memory stays bounded however many arrive. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Keeps an uploaded picture: decoded, turned upright, stripped of EXIF and GPS, as AVIF and WebP at up to three widths.
 * Answers its address (`/media/<32 hex>_<width>x<height>.webp`); the other files stand beside it
 * (`…-480.avif`, `…-480.webp`, …; see contract/pictures.ts). `effort` trades AVIF bytes for time. Throws `too_large` or `bad_image`; then nothing is stored.
 */
export function keepPicture(db: Database, storage: Storage, data: Buffer, effort = 3): Promise<string> {
  const work = turn.then(() => store(db, storage, data, effort));
  turn = work.catch(() => {});
  return work;
}

async function store(db: Database, storage: Storage, data: Buffer, effort: number): Promise<string> {
  if (data.length > byteLimit) throw new Refusal('too_large', { message: 'Görsel en fazla 10 MB olabilir.' });
  const upright = await decode(data);
  return keepUpright(db, storage, upright, effort);
}

async function decode(data: Buffer): Promise<{ data: Buffer; info: OutputInfo }> {
  try {
    const source = sharp(data, { limitInputPixels: pixelLimit, failOn: 'error' });
    const { format, compression, pages } = await source.metadata();
    if (!format || !formats.has(format) || (format === 'heif' && compression !== 'av1') || (pages ?? 1) > 1) {
      throw new Refusal('bad_image');
    }
    return await source
      .rotate()
      .resize({ width: 1440, withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('bad_image');
  }
}

async function keepUpright(
  db: Database,
  storage: Storage,
  { data, info }: { data: Buffer; info: OutputInfo },
  effort: number,
): Promise<string> {
  const { width, height, channels } = info;
  const name = `${randomBytes(16).toString('hex')}_${width}x${height}`;
  const raw = { width, height, channels };
  const written: string[] = [];
  try {
    for (const size of [...widths.filter((item) => item < width), Math.min(width, 1440)]) {
      const resized = sharp(data, { raw }).resize({ width: size });
      for (const [file, bytes, type] of [
        [`${name}-${size}.avif`, await resized.clone().avif({ effort, quality: 55 }).toBuffer(), 'image/avif'],
        [`${name}-${size}.webp`, await resized.clone().webp({ quality: 78 }).toBuffer(), 'image/webp'],
      ] as const) {
        await storage.put(file, bytes, type);
        written.push(file);
        if (size === Math.min(width, 1440) && type === 'image/webp') {
          await storage.put(`${name}.webp`, bytes, type);
          written.push(`${name}.webp`);
        }
      }
    }
    await db.insert(media).values({ name, width, height });
  } catch (error) {
    await Promise.allSettled(written.map((file) => storage.remove(file)));
    throw error;
  }
  return storage.url(`${name}.webp`);
}
