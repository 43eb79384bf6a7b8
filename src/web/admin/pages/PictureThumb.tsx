import { readPicture } from '../../../shared/pictures.ts';
import { mediaUrl } from '../../media.ts';
import { drawingUrl } from './drawings.ts';

/** A picture of the words as it is cut where it stands. `name`: of a drawing, or the address of an uploaded picture. */
export function PictureThumb({ name }: { name: string }) {
  const uploaded = readPicture(mediaUrl(name));
  return (
    <img src={uploaded?.src ?? drawingUrl(name)} alt="" loading="lazy" draggable={false} className={uploaded?.focus} />
  );
}
