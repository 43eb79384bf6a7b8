import { extname } from 'node:path';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib';

/** A form of a file that browsers take instead of the file itself. */
export type Encoding = 'br' | 'gzip';

const compressible = new Set(['.html', '.css', '.js', '.json', '.xml', '.txt', '.svg', '.webmanifest']);
type Bytes = Buffer<ArrayBuffer>;
const brotli = promisify(brotliCompress) as (data: Buffer, options: BrotliOptions) => Promise<Bytes>;
const gzipped = promisify(gzip) as (data: Buffer, options: ZlibOptions) => Promise<Bytes>;

/** Files below this size fit into one packet uncompressed. */
const minBytes = 512;
/** From this size on the highest quality takes seconds. */
const largeBytes = 300_000;

/** Tells whether a file is of a type and size that compressing makes smaller. */
export const isCompressible = (file: string, bytes: number): boolean =>
  bytes >= minBytes && compressible.has(extname(file));

// Not where its weight is 0.
const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/;

/** Chooses the smallest encoding that the browser accepts; none for a few bytes. */
export function chooseEncoding(accepted: string, bytes: number): Encoding | undefined {
  if (bytes < minBytes) return undefined;
  return takesBrotli.test(accepted) ? 'br' : takesGzip.test(accepted) ? 'gzip' : undefined;
}

function compressBrotli(data: Buffer, quality: number): Promise<Bytes> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: data.length > largeBytes ? Math.min(quality, 6) : quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    [constants.BROTLI_PARAM_LGWIN]: windowBits(data.length),
  };
  return brotli(data, { params });
}

/**
 * Brotli's window for a file of so many bytes: the smallest that holds it. The usual one of 4 MiB gives no smaller
 * ones, but clears tables of its size for each page, which takes longer than compressing.
 */
const windowBits = (bytes: number) => Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes + 16))));

const compressGzip = (data: Buffer) => gzipped(data, { level: data.length > largeBytes ? 6 : 9 });

/** Compresses an answer that lasts a second: a list becomes a fifth of its bytes in half a millisecond. */
export const compressQuickly = (data: Buffer, encoding: Encoding): Promise<Bytes> =>
  encoding === 'br' ? compressBrotli(data, 4) : gzipped(data, { level: 4 });

/** Compresses a file that is loaded often. Quality 10 takes 18 times as long as 6 for 7 % less; 9 gains 0.2 %. */
export const compressSmallest = (data: Buffer): Promise<Bytes> => compressBrotli(data, 10);

/** Bytes of answers in memory: some 1,500 pages. */
const maxCacheBytes = 16 * 1024 * 1024;
interface Answer {
  data: Promise<Bytes>;
  isSmallest: boolean;
}
const cache = new Map<string, Answer>();
let cacheBytes = 0;
let isReplacing = false;

/**
 * Compresses a file for the visitors who wait for it, once as long as it is in memory. `hash` is that of its bytes, so
 * an unchanged page of the next release is still there. A page asked for again is made as small as it gets.
 */
export function compressForVisitors(hash: string, encoding: Encoding, read: () => Promise<Buffer>): Promise<Bytes> {
  const key = `${hash} ${encoding}`;
  const found = cache.get(key);
  if (found) {
    if (!found.isSmallest && !isReplacing) void replaceBySmallest(found, read);
    return found.data;
  }
  if (cacheBytes > maxCacheBytes) {
    cache.clear();
    cacheBytes = 0;
  }
  const data = read().then((bytes) => (encoding === 'br' ? compressBrotli(bytes, 6) : compressGzip(bytes)));
  cache.set(key, { data, isSmallest: encoding === 'gzip' });
  data.then(
    ({ length }) => {
      cacheBytes += length;
    },
    () => cache.delete(key),
  );
  return data;
}

/** Compresses an answer's file again, which takes some 20 ms: one at a time, whatever visitors ask for. */
async function replaceBySmallest(answer: Answer, read: () => Promise<Buffer>): Promise<void> {
  answer.isSmallest = true;
  isReplacing = true;
  const smallest = read().then(compressSmallest);
  await smallest.then(
    () => {
      answer.data = smallest;
    },
    () => {},
  );
  isReplacing = false;
}
