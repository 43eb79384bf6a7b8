/** Size and files of a stored picture, as its address tells them. */
export interface Picture {
  src: string;
  width: number;
  height: number;
  /** Values for `srcset` by type. */
  avif: string;
  webp: string;
}

/** Widths for which a picture of `width` pixels has files. Its own is the last. */
export const pictureWidths = (width: number) => [...[480, 960, 1440].filter((item) => item < width), width];

/** Reads an address `…/<32 hex>_<width>x<height>.webp`. Undefined for any other. */
export function readPicture(url: string): Picture | undefined {
  const match = /^(.*\/[0-9a-f]{32}_(\d+)x(\d+))\.webp$/.exec(url);
  if (!match) return undefined;
  const base = match[1];
  const width = Number(match[2]);
  const set = (type: string) =>
    pictureWidths(width)
      .map((size) => `${base}-${size}.${type} ${size}w`)
      .join(', ');
  return { src: url, width, height: Number(match[3]), avif: set('avif'), webp: set('webp') };
}

/** File names of a stored picture, without the folder. */
export function pictureFiles(url: string): string[] {
  const picture = readPicture(url);
  if (!picture) return [];
  return [
    picture.src,
    ...`${picture.avif}, ${picture.webp}`.split(', ').map((item) => item.split(' ')[0] as string),
  ].map((path) => path.slice(path.lastIndexOf('/') + 1));
}
