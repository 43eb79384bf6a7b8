import type { OutputInfo } from 'sharp';
import { ApiError } from '../errors.ts';

/** CONTRACT.md 6. */
const byteLimit = 10 * 1024 * 1024;
const pixelLimit = 40_000_000;

/** What pages show at most. Without a limit to the height a strip of paper 10 pixels wide would break the WebP encoder. */
const widest = 1440;
const tallest = 4320;

/** The picture library, loaded with the first picture: most processes never see one. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Pixels, upright and in sRGB: nothing of the file they came from but the picture. */
export interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

/**
 * Decodes an uploaded picture: JPEG, PNG, WebP or AVIF by its content, whatever its name says; of a moving one the first frame.
 * Throws `too_large` above 10 MB, else `bad_image`.
 */
export async function decodePicture(data: Buffer): Promise<Pixels> {
  if (data.length > byteLimit) throw new ApiError('too_large', { message: 'Görsel en fazla 10 MB olabilir.' });
  checkKind(data);
  const sharp = await loadSharp();
  try {
    const source = sharp(data, { limitInputPixels: pixelLimit, failOn: 'error' });
    const { compression } = await source.metadata();
    if (compression && compression !== 'av1') throw heic();
    return await source
      .rotate()
      .resize({ width: widest, height: tallest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof Error && error.message.includes('pixel limit')) {
      throw new ApiError('bad_image', {
        message: 'Görsel en fazla 40 megapiksel olabilir. Lütfen küçültüp tekrar deneyin.',
      });
    }
    throw new ApiError('bad_image');
  }
}

/**
 * Looks at the first bytes, so that the decoders of other kinds (SVG, PDF, TIFF…) are never run on what strangers send.
 * Throws `bad_image`, with advice for the photographs of iPhones.
 */
function checkKind(data: Buffer): void {
  const text = (from: number, to: number) => data.subarray(from, to).toString('latin1');
  if (text(0, 3) === '\xff\xd8\xff' || text(0, 8) === '\x89PNG\r\n\x1a\n') return;
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return;
  if (text(4, 8) === 'ftyp') {
    const brands = text(8, Math.min(data.readUInt32BE(0), 64));
    if (/avif|avis/.test(brands)) return;
    if (/hei[cmsx]|hev[cx]|mif1/.test(brands)) throw heic();
  }
  throw new ApiError('bad_image');
}

const heic = () =>
  new ApiError('bad_image', {
    message:
      'HEIC fotoğraflar desteklenmiyor. iPhone’da Ayarlar > Kamera > Biçimler bölümünden “En Uyumlu” seçin ya da fotoğrafı JPEG olarak kaydedin.',
  });
