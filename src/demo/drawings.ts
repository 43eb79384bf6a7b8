import { readFile } from 'node:fs/promises';
import type { PictureFile } from '../api/storage/pictures.ts';
import { pictureWidths } from '../shared/pictures.ts';
import sizes from './pictures/sizes.json' with { type: 'json' };

/** A file of an encoded drawing. `scripts/art.ts` writes them: a first start would wait ten seconds for pictures. */
export const drawingFile = (name: string, { width, type }: Pick<PictureFile, 'width' | 'type'>) =>
  new URL(`./pictures/${name}-${width}.${type}`, import.meta.url);

/** Size in pixels of an encoded drawing of public/art. */
export function drawingSize(name: string): { width: number; height: number } {
  const size = sizes[name as keyof typeof sizes];
  if (!size) throw new Error(`${name} is not encoded: run scripts/art.ts`);
  return size;
}

export async function* readDrawing(name: string): AsyncGenerator<PictureFile> {
  for (const width of pictureWidths(drawingSize(name).width)) {
    for (const type of ['avif', 'webp'] as const) {
      yield { width, type, data: await readFile(drawingFile(name, { width, type })) };
    }
  }
}
