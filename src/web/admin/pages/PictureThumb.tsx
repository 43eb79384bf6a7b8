import { readPicture } from '../../../shared/pictures.ts';
import { mediaUrl } from '../../media.ts';
import { drawingUrl } from './drawings.ts';

interface Props {
  /** Name of a drawing, or address of an uploaded picture. */
  name: string;
  className?: string;
}

/** A picture of the words as it is cut where it stands. */
export function PictureThumb({ name, className = '' }: Props) {
  const uploaded = readPicture(mediaUrl(name));
  const classes = [className, uploaded?.focus].filter(Boolean).join(' ');
  return <img src={uploaded?.src ?? drawingUrl(name)} alt="" loading="lazy" draggable={false} className={classes} />;
}
