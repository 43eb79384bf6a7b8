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
 * Throws `too_large` or `bad_image`, then nothing is stored. Takes seconds: do not call it inside a transaction.
 */
export function storePicture(db: Database, storage: Storage, data: Buffer): Promise<string> {
  const work = lastPicture.then(async () => {
    const pixels = await decodePicture(data);
    return storeEncoded({ db, storage }, pixels.info, encodePicture(pixels, 3));
  });
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
export const pictureName = (url: string) => url.slice(url.lastIndexOf('/') + 1).replace(/\.webp(?:#.*)?$/, '');

/** Keys of the pictures whose addresses stand in a text. Without what is before them: long words cost no time. */
export const findPictures = (text: string): string[] => text.match(/[0-9a-f]{32}_\d+x\d+(?=\.webp)/g) ?? [];

/** Those of `urls` at which this site has a picture. */
export async function readStored({ db, storage }: PictureStore, urls: string[]): Promise<Set<string>> {
  const isAsked = inArray(media.name, urls.map(pictureName));
  const rows = await db.select({ name: media.name }).from(media).where(isAsked);
  const stored = new Set(rows.map(({ name }) => storage.url(`${name}.webp`)));
  return new Set(urls.filter((url) => stored.has(url.replace(/#.*/, ''))));
}

export interface PictureFile {
  width: number;
  type: 'avif' | 'webp';
  data: Buffer;
}

/** Encodes a picture at each of its widths, the narrowest first. More `effort` makes smaller files and takes longer. */
export async function* encodePicture({ data, info }: Pixels, effort: number): AsyncGenerator<PictureFile> {
  const sharp = await loadSharp();
  const { width: own, height, channels } = info;
  for (const width of pictureWidths(own)) {
    const resized = sharp(data, { raw: { width: own, height, channels } }).resize({ width });
    yield { width, type: 'avif', data: await resized.clone().avif({ effort, quality: 55 }).toBuffer() };
    yield { width, type: 'webp', data: await resized.clone().webp({ quality: 78 }).toBuffer() };
  }
}

/** Stores the files of a picture of this size, and its widest WebP under the address that it returns. */
export async function storeEncoded(
  { db, storage }: PictureStore,
  { width, height }: { width: number; height: number },
  files: AsyncIterable<PictureFile>,
): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}_${width}x${height}`;
  const url = storage.url(`${name}.webp`);
  // The row first, so that the job for orphans finds the files of an interrupted upload.
  await db.insert(media).values({ name, width, height });
  try {
    for await (const file of files) {
      const type = `image/${file.type}`;
      await storage.put(`${name}-${file.width}.${file.type}`, file.data, type);
      if (file.type === 'webp' && file.width === width) await storage.put(`${name}.webp`, file.data, type);
    }
  } catch (error) {
    // The job for orphans deletes what cannot be removed now.
    await deletePictures({ db, storage }, [url]).catch(() => {});
    throw error;
  }
  return url;
}
