import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set(['.html', '.css', '.js', '.json', '.xml', '.txt', '.svg', '.webmanifest']);
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A smaller file fits into one packet as it is. */
const minBytes = 512;
/** From this size on the highest quality takes seconds. */
const largeBytes = 300_000;

/**
 * Brotli quality for a release that renders so many files. 10 takes seventeen times as long as 6 for 6 % fewer bytes,
 * which pays off for a few files. 9 gains 0.3 % on 6.
 */
export const brotliQuality = (files: number): number => (files > 100 ? 6 : 10);

/**
 * Brotli's window for a file of so many bytes: the smallest that holds it. The usual one of 4 MiB gives no smaller ones,
 * but clears tables of its size for each page, which takes longer than compressing.
 */
const windowBits = (bytes: number) => Math.min(22, Math.max(16, Math.ceil(Math.log2(bytes + 16))));

/** Brotli and gzip forms of a file's bytes; undefined if its type or size gains nothing. */
export async function compress(
  file: string,
  data: Buffer,
  quality: number,
): Promise<{ br: Buffer; gz: Buffer } | undefined> {
  if (data.length < minBytes || !compressible.has(extname(file))) return undefined;
  const large = data.length > largeBytes;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: large ? Math.min(quality, 6) : quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    [constants.BROTLI_PARAM_LGWIN]: windowBits(data.length),
  };
  const [br, gz] = await Promise.all([compressBrotli(data, { params }), compressGzip(data, { level: large ? 6 : 9 })]);
  return { br, gz };
}
