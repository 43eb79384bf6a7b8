/** A larger picture is resized before it is uploaded; the server accepts more. */
const maxBytes = 4 * 1024 * 1024;
const maxEdgePx = 4000;
/** Larger than any place of the site shows. */
const resizedEdgePx = 2880;

export const imageTypes = 'image/jpeg,image/png,image/webp,image/avif';

/** A file that cannot be used; `message` says what to do instead. */
export class ImageError extends Error {}

/** The sentence about a file that `prepareImage` could not use. */
export const imageProblem = (error: unknown): string =>
  error instanceof ImageError ? error.message : 'Görsel açılamadı.';

const heicAdvice =
  'HEIC biçimindeki fotoğraflar açılamıyor. iPhone’da Ayarlar › Kamera › Biçimler’den “En Uyumlu”yu seçin ya da fotoğrafı JPEG olarak kaydedip yeniden deneyin.';
const typeAdvice = 'Bu dosya kullanılamaz. JPEG, PNG, WebP ya da AVIF biçiminde bir görsel seçin.';

type Kind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'other';

/** The type of a file by its first bytes; its name and declared type may be wrong. */
export function imageKind(head: Uint8Array): Kind {
  const text = String.fromCharCode(...head);
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'jpeg';
  if (text.startsWith('\x89PNG')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 8) === 'ftyp')
    return /avi[fs]/.test(text.slice(8))
      ? 'avif'
      : /hei[cxms]|hev[cx]|mif1|msf1/.test(text.slice(8))
        ? 'heic'
        : 'other';
  return 'other';
}

/**
 * Returns a chosen file as it can be uploaded: one of the four types, resized above 4 MB or 4000 px. Throws ImageError,
 * also for a file that cannot be read.
 */
export async function prepareImage(file: File): Promise<File> {
  const head = await file
    .slice(0, 32)
    .arrayBuffer()
    .catch(() => {
      throw new ImageError('Dosya okunamadı. Yeniden seçmeyi deneyin.');
    });
  const kind = imageKind(new Uint8Array(head));
  if (kind === 'heic') throw new ImageError(heicAdvice);
  if (kind === 'other') throw new ImageError(typeAdvice);
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new ImageError('Görsel açılamadı; dosya bozuk olabilir. Başka bir görsel deneyin.');
  });
  try {
    const edge = Math.max(bitmap.width, bitmap.height);
    if (file.size <= maxBytes && edge <= maxEdgePx) return file;
    // WebP keeps transparency, which a JPEG has not. Safari cannot write it and makes a PNG, three times as large.
    const type = kind === 'jpeg' ? 'image/jpeg' : 'image/webp';
    return await resize(bitmap, Math.min(1, resizedEdgePx / edge), file.name, type);
  } finally {
    bitmap.close();
  }
}

async function resize(bitmap: ImageBitmap, scale: number, name: string, type: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9));
  if (!blob) throw new ImageError('Görsel küçültülemedi. Daha küçük bir görsel deneyin.');
  return new File([blob], name.replace(/\.[^.]*$/, `.${blob.type.slice(6)}`), { type: blob.type });
}
