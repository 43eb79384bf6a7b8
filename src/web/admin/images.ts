/** CONTRACT.md 6 allows more; beyond this a picture is sized down before it travels. */
const byteLimit = 4 * 1024 * 1024;
const edgeLimit = 4000;
/** Far beyond what any place of the site shows. */
const edgeAfter = 2880;

export const imageTypes = 'image/jpeg,image/png,image/webp,image/avif';

/** A picture that cannot be taken; `message` tells what to do instead. */
export class ImageRefusal extends Error {}

const heicAdvice =
  'HEIC biçimindeki fotoğraflar açılamıyor. iPhone’da Ayarlar › Kamera › Biçimler’den “En Uyumlu”yu seçin ya da fotoğrafı JPEG olarak kaydedip yeniden deneyin.';
const typeAdvice = 'Bu dosya kullanılamaz. JPEG, PNG, WebP ya da AVIF biçiminde bir görsel seçin.';

type Kind = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'other';

/** What a file is, by its first bytes: names and types lie. */
export function kindOf(head: Uint8Array): Kind {
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
 * A chosen file as it can be sent: one of the four kinds, sized down when it is above 4 MB or 4000 px.
 * Throws ImageRefusal, also for a file that cannot be read.
 */
export async function prepareImage(file: File): Promise<File> {
  const head = await file
    .slice(0, 32)
    .arrayBuffer()
    .catch(() => {
      throw new ImageRefusal('Dosya okunamadı. Yeniden seçmeyi deneyin.');
    });
  const kind = kindOf(new Uint8Array(head));
  if (kind === 'heic') throw new ImageRefusal(heicAdvice);
  if (kind === 'other') throw new ImageRefusal(typeAdvice);
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new ImageRefusal('Görsel açılamadı; dosya bozuk olabilir. Başka bir görsel deneyin.');
  });
  try {
    const edge = Math.max(bitmap.width, bitmap.height);
    if (file.size <= byteLimit && edge <= edgeLimit) return file;
    return await sizeDown(bitmap, Math.min(1, edgeAfter / edge), file.name);
  } finally {
    bitmap.close();
  }
}

async function sizeDown(bitmap: ImageBitmap, scale: number, name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // WebP keeps what is see-through, and every browser that cannot write it answers PNG by itself.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.9));
  if (!blob) throw new ImageRefusal('Görsel küçültülemedi. Daha küçük bir görsel deneyin.');
  return new File([blob], name.replace(/\.[^.]*$/, `.${blob.type.slice(6)}`), { type: blob.type });
}
