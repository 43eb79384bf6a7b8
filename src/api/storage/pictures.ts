import { randomBytes } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { pictureFiles, pictureWidths } from '../../shared/pictures.ts';
import type { Database } from '../db/connection.ts';
import { decodePicture, loadSharp, type Pixels } from './decodePicture.ts';
import { media } from './media.tables.ts';
import type { Storage } from './storage.ts';

interface PictureStore {
  db: Database;
  storage: Storage;
}

/** Pictures are processed one after the other, so that memory stays bounded. */
let lastPicture: Promise<unknown> = Promise.resolve();

/**
 * Stores an uploaded picture as AVIF and WebP at up to three widths, upright and without EXIF and GPS.
 * Returns its address, `/media/<32 hex>_<width>x<height>.webp`; shared/pictures.ts derives those of the other files.
 * `effort` is AVIF's: higher makes smaller files and takes longer. Throws `too_large` or `bad_image`, then nothing is
 * stored. Takes seconds: do not call it inside a transaction.
 */
export function storePicture(db: Database, storage: Storage, data: Buffer, effort = 3): Promise<string> {
  const work = lastPicture.then(async () => encodeAndStore(db, storage, await decodePicture(data), effort));
  lastPicture = work.catch(() => {});
  return work;
}

/**
 * Stores uploaded pictures and passes their addresses, in the same order, to `work`, which saves them.
 * If a picture is refused or `work` fails, all of them are deleted again.
 */
export async function withStoredPictures<T>(
  { db, storage }: PictureStore,
  files: readonly File[],
  work: (urls: string[]) => Promise<T>,
): Promise<T> {
  const urls: string[] = [];
  try {
    for (const file of files) urls.push(await storePicture(db, storage, Buffer.from(await file.arrayBuffer())));
    return await work(urls);
  } catch (error) {
    await deletePictures({ db, storage }, urls).catch(() => {});
    throw error;
  }
}

/** Deletes pictures. Rows go last, so that the job for orphans finds what an interruption leaves. */
export async function deletePictures({ db, storage }: PictureStore, urls: string[]): Promise<void> {
  if (!urls.length) return;
  await Promise.all(urls.flatMap(pictureFiles).map((file) => storage.remove(file)));
  await db.delete(media).where(inArray(media.name, urls.map(pictureName)));
}

/** The key of a stored picture in its address: `<32 hex>_<width>x<height>`. */
export const pictureName = (url: string) => url.slice(url.lastIndexOf('/') + 1).replace(/\.webp$/, '');

async function encodeAndStore(db: Database, storage: Storage, { data, info }: Pixels, effort: number): Promise<string> {
  const sharp = await loadSharp();
  const { width, height, channels } = info;
  const name = `${randomBytes(16).toString('hex')}_${width}x${height}`;
  const url = storage.url(`${name}.webp`);
  // The row first, so that the job for orphans finds the files of an interrupted upload.
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
    // The job for orphans deletes what cannot be removed now.
    await deletePictures({ db, storage }, [url]).catch(() => {});
    throw error;
  }
  return url;
}
