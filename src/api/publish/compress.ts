import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set(['.html', '.css', '.js', '.json', '.xml', '.txt', '.svg', '.webmanifest']);
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Below this a compressed form saves no packet. */
const least = 512;

/**
 * How hard to try for a build of so many files: 10 takes seventeen times as long as 6 for 6 % fewer bytes, worth it as
 * long as nobody waits. 9 is no choice: most of its time goes into clearing memory, and it gains 0.3 % on 6.
 */
export const qualityFor = (files: number): number => (files > 100 ? 6 : 10);

/** From this size on the last percents would take seconds. */
const large = 300_000;

/** Brotli and gzip forms of a file's bytes; undefined where its type or size gains nothing. */
export async function compress(
  file: string,
  data: Buffer,
  quality: number,
): Promise<{ br: Buffer; gz: Buffer } | undefined> {
  if (data.length < least || !compressible.has(extname(file))) return undefined;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: data.length > large ? Math.min(quality, 6) : quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  };
  const [br, gz] = await Promise.all([brotli(data, { params }), deflate(data, { level: data.length > large ? 6 : 9 })]);
  return { br, gz };
}
