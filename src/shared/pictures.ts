/** Size and files of a stored picture, as its address tells them. */
export interface Picture {
  src: string;
  width: number;
  height: number;
  /** Classes that keep the chosen point visible where the picture is cut (styles/focus.css); blank for the middle. */
  focus: string;
  /** Values for `srcset` by type. */
  avif: string;
  webp: string;
}

/** Widths for which a picture of `width` pixels has files. Its own is the last. */
export const pictureWidths = (width: number) => [...[480, 960, 1440].filter((item) => item < width), width];

const middle = '50,50';

/** A point of a picture as it is stored: `x,y`, per cent from the left and the top, in steps of ten. */
export function focusOf(x: number, y: number): string {
  const round = (value: number) => Math.min(100, Math.max(0, Math.round(value / 10) * 10));
  return `${round(x)},${round(y)}`;
}

/** The point in an address or in `x,y`; the middle where there is none. */
export function readFocus(text: string | null | undefined): [number, number] {
  const [, x, y] = /^(?:.*#)?(\d{1,3}),(\d{1,3})$/.exec(text ?? '') ?? [];
  return [Number(x ?? 50), Number(y ?? 50)];
}

/** The classes that keep such a point visible; blank for the middle. */
export function focusClasses(text: string): string {
  const [x, y] = readFocus(text);
  return x === 50 && y === 50 ? '' : `fx-${x} fy-${y}`;
}

/** The address of a picture with another point. */
export function withFocus(address: string, focus: string): string {
  const whole = address.replace(/#.*$/, '');
  const point = focusOf(...readFocus(focus));
  return point === middle ? whole : `${whole}#${point}`;
}

/** Reads an address `…/<32 hex>_<width>x<height>.webp`, with `#x,y` where a point was chosen; else undefined. */
export function readPicture(url: string): Picture | undefined {
  const match = /^(.*\/[0-9a-f]{32}_(\d+)x(\d+))\.webp(?:#\d{1,3},\d{1,3})?$/.exec(url);
  if (!match) return undefined;
  const base = match[1];
  const width = Number(match[2]);
  const set = (type: string) =>
    pictureWidths(width)
      .map((size) => `${base}-${size}.${type} ${size}w`)
      .join(', ');
  return {
    src: `${base}.webp`,
    focus: focusClasses(url),
    width,
    height: Number(match[3]),
    avif: set('avif'),
    webp: set('webp'),
  };
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
