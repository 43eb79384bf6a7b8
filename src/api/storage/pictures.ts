import { randomBytes } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { pictureFiles, pictureWidths } from '../../shared/pictures.ts';
import type { Database } from '../db/connection.ts';
import { decodePicture, loadSharp, type Pixels } from './decode.ts';
import { media } from './media.tables.ts';
import type { Storage } from './storage.ts';

interface Store {
  db: Database;
  storage: Storage;
}

/** Pictures are worked on one at a time, so that memory stays bounded however many arrive. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Keeps an uploaded picture: decoded, turned upright, stripped of EXIF and GPS, as AVIF and WebP at up to three widths.
 * Answers its address (`/media/<32 hex>_<width>x<height>.webp`); the other files stand beside it
 * (`…-480.avif`, `…-480.webp`, …; see contract/pictures.ts). `effort` trades AVIF bytes for time.
 * Throws `too_large` or `bad_image`; then nothing is stored. Not for inside a transaction: it takes seconds.
 */
export function keepPicture(db: Database, storage: Storage, data: Buffer, effort = 3): Promise<string> {
  const work = turn.then(async () => store(db, storage, await decodePicture(data), effort));
  turn = work.catch(() => {});
  return work;
}

/**
 * Keeps uploaded pictures and hands their addresses, in the same order, to the `work` that names them.
 * If a later picture is refused or the work fails, all of them are dropped again: no row, no file.
 */
export async function withPictures<T>(
  { db, storage }: Store,
  files: readonly File[],
  work: (urls: string[]) => Promise<T>,
): Promise<T> {
  const urls: string[] = [];
  try {
    for (const file of files) urls.push(await keepPicture(db, storage, Buffer.from(await file.arrayBuffer())));
    return await work(urls);
  } catch (error) {
    await dropPictures({ db, storage }, urls).catch(() => {});
    throw error;
  }
}

/** Removes pictures that nothing shows. Rows go last: whatever is cut short, the collecting job finds by its row. */
export async function dropPictures({ db, storage }: Store, urls: string[]): Promise<void> {
  if (!urls.length) return;
  await Promise.all(urls.flatMap(pictureFiles).map((file) => storage.remove(file)));
  await db.delete(media).where(inArray(media.name, urls.map(pictureName)));
}

/** `<32 hex>_<width>x<height>`, the key of a stored picture, out of its address. */
export const pictureName = (url: string) => url.slice(url.lastIndexOf('/') + 1).replace(/\.webp$/, '');

async function store(db: Database, storage: Storage, { data, info }: Pixels, effort: number): Promise<string> {
  const sharp = await loadSharp();
  const { width, height, channels } = info;
  const name = `${randomBytes(16).toString('hex')}_${width}x${height}`;
  const url = storage.url(`${name}.webp`);
  // The row first: files of a picture that was cut short are found by it.
  await db.insert(media).values({ name, width, height });
  try {
    for (const size of pictureWidths(width)) {
      const resized = sharp(data, { raw: { width, height, channels } }).resize({ width: size });
      const avif = await resized.clone().avif({ effort, quality: 55 }).toBuffer();
      await storage.put(`${name}-${size}.avif`, avif, 'image/avif');
      const webp = await resized.clone().webp({ quality: 78 }).toBuffer();
      await storage.put(`${name}-${size}.webp`, webp, 'image/webp');
      if (size === width) await storage.put(`${name}.webp`, webp, 'image/webp');
    }
  } catch (error) {
    // What cannot be removed now keeps its row, and goes with the orphans.
    await dropPictures({ db, storage }, [url]).catch(() => {});
    throw error;
  }
  return url;
}
