import sharp from 'sharp';

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c4432a' }, limitInputPixels: false });

/** A picture in a format that browsers send. */
export async function picture(
  kind: 'jpeg' | 'png' | 'webp' | 'avif' = 'jpeg',
  width = 64,
  height = 48,
): Promise<Buffer> {
  return canvas(width, height).toFormat(kind, { effort: 1 }).toBuffer();
}

/** A photograph with EXIF orientation (60×40 pixels, shown as 40×60) and GPS position. */
export const sideways = () =>
  canvas(60, 40)
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Copyright: 'Deniz Yılmaz', Make: 'Telefon' },
      IFD3: { GPSLatitude: '38/1 25/1 0/1', GPSLatitudeRef: 'N', GPSLongitude: '27/1 8/1 0/1', GPSLongitudeRef: 'E' },
    })
    .jpeg()
    .toBuffer();

/** An animation of two frames, red then blue. */
export async function moving(): Promise<Buffer> {
  const frame = (background: string) => sharp({ create: { width: 32, height: 32, channels: 3, background } }).png();
  const frames = await Promise.all(['red', 'blue'].map((colour) => frame(colour).toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

/** 42 million white pixels in less than 200 KB. */
export const bomb = () => canvas(7000, 6000).png({ compressionLevel: 1 }).toBuffer();

/** The first bytes of a HEIC file of an iPhone. */
export const heic = () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\x08mdat', 'latin1');

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

/** Files that must be refused, by name. */
export async function refused(): Promise<[name: string, data: Buffer][]> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const grain = { width: 200, height: 200, channels: 3 as const, background: 'black', noise };
  const photo = await sharp({ create: grain }).jpeg().toBuffer();
  const png = await picture('png');
  return [
    ['an SVG', Buffer.from(svg)],
    ['an SVG with a BOM and a doctype', Buffer.from(`\ufeff<?xml version="1.0"?><!DOCTYPE svg>${svg}`)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', await canvas(9, 9).gif().toBuffer()],
    ['a TIFF', await canvas(9, 9).tiff().toBuffer()],
    ['a photograph of an iPhone', heic()],
    ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF')],
    ['nothing', Buffer.alloc(0)],
    ['half a JPEG', photo.subarray(0, photo.length / 2)],
    ['half a PNG', png.subarray(0, png.length / 2)],
    ['the first bytes of a JPEG alone', Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
    ['a page that begins like a JPEG', Buffer.from('\xff\xd8\xff<html><script>alert(1)</script>', 'latin1')],
    ['a page that begins like a GIF', Buffer.from('GIF89a/*<script>alert(1)</script>*/')],
    ['a page that begins like a WebP', Buffer.from('RIFF\x20\0\0\0WEBP<script>alert(1)</script>', 'latin1')],
    ['an AVIF that is only a name', Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1miaf', 'latin1')],
    ['noise', Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 137) % 256))],
  ];
}
