import { readPicture } from '../../shared/pictures.ts';
import placeholder from '../art/placeholder.webp?url';
import { mediaUrl } from '../media.ts';

interface Props {
  src: string | null;
  alt?: string;
  /** Its width on the page, as the `sizes` attribute. */
  sizes: string;
}

/** A stored picture in all its sizes, or a placeholder. */
export function Picture({ src, alt = '', sizes }: Props) {
  const stored = src ? readPicture(mediaUrl(src)) : undefined;
  if (!stored) return <img src={src ? mediaUrl(src) : placeholder} alt={alt} width="320" height="180" />;
  return (
    <picture>
      <source srcSet={stored.avif} type="image/avif" sizes={sizes} />
      <img
        src={stored.src}
        srcSet={stored.webp}
        sizes={sizes}
        className={stored.focus || undefined}
        width={stored.width}
        height={stored.height}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
