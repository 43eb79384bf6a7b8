import type { OutputInfo } from 'sharp';
import { ApiError } from '../errors.ts';

const maxBytes = 10 * 1024 * 1024;
const maxPixels = 40_000_000;

/** The largest size that pages show. The height is limited because WebP encodes at most 16,383 pixels. */
const maxWidth = 1440;
const maxHeight = 4320;

/** Loads sharp with the first picture: it takes memory, and most processes never decode one. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Raw pixels, upright and in sRGB, without the file's metadata. */
export interface Pixels {
  data: Buffer;
  info: OutputInfo;
}

/**
 * Decodes an uploaded JPEG, PNG, WebP or AVIF, recognised by its content; of an animation the first frame.
 * Throws `too_large` above 10 MB, `bad_image` for anything that is not such a picture.
 */
export async function decodePicture(data: Buffer): Promise<Pixels> {
  if (data.length > maxBytes) throw new ApiError('too_large', { message: 'Görsel en fazla 10 MB olabilir.' });
  assertSupportedFormat(data);
  const sharp = await loadSharp();
  try {
    const source = sharp(data, { limitInputPixels: maxPixels, failOn: 'error' });
    const { compression } = await source.metadata();
    if (compression && compression !== 'av1') throw heicError();
    return await source
      .rotate()
      .resize({ width: maxWidth, height: maxHeight, fit: 'inside', withoutEnlargement: true })
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
 * Looks at the first bytes, so that decoders of other formats (SVG, PDF, TIFF…) never run on uploads.
 * Throws `bad_image`, with advice for HEIC photographs of iPhones.
 */
function assertSupportedFormat(data: Buffer): void {
  const text = (from: number, to: number) => data.subarray(from, to).toString('latin1');
  if (text(0, 3) === '\xff\xd8\xff' || text(0, 8) === '\x89PNG\r\n\x1a\n') return;
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return;
  if (text(4, 8) === 'ftyp') {
    const brands = text(8, Math.min(data.readUInt32BE(0), 64));
    if (/avif|avis/.test(brands)) return;
    if (/hei[cmsx]|hev[cx]|mif1/.test(brands)) throw heicError();
  }
  throw new ApiError('bad_image');
}

const heicError = () =>
  new ApiError('bad_image', {
    message:
      'HEIC fotoğraflar desteklenmiyor. iPhone’da Ayarlar > Kamera > Biçimler bölümünden “En Uyumlu” seçin ya da fotoğrafı JPEG olarak kaydedin.',
  });
