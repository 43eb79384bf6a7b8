import { readPicture } from '../../shared/pictures.ts';
import { mediaUrl } from '../media.ts';

/** Builds in the browser what Picture.astro builds; without an address an empty picture of the same shape. */
export function createPicture(address: string | null, sizes: string, className = '', alt = ''): HTMLPictureElement {
  const picture = document.createElement('picture');
  picture.className = className;
  const stored = address ? readPicture(mediaUrl(address)) : undefined;
  const image = new Image(stored?.width ?? 320, stored?.height ?? 180);
  Object.assign(image, { alt, loading: 'lazy', decoding: 'async' });
  if (stored) {
    image.className = stored.focus;
    const source = document.createElement('source');
    Object.assign(source, { type: 'image/avif', srcset: stored.avif, sizes });
    picture.append(source);
    image.src = stored.src;
  }
  picture.append(image);
  return picture;
}
