import type Quill from 'quill/core';
import { Delta, type Range } from 'quill/core';

/** Inserts a picture on a line of its own, splitting the line at the cursor, and moves the cursor behind it. */
export function insertPicture(quill: Quill, index: number, address: string, alt: string): void {
  const [line, offset] = quill.getLine(index);
  const before = new Delta().retain(index);
  if (offset > 0) before.insert('\n', line?.formats() ?? {});
  const picture = before.insert({ image: address }, { alt }).insert('\n');
  quill.updateContents(picture, 'user');
  quill.setSelection(picture.transformPosition(index), 0, 'user');
}

/** The index of the first picture that is selected, or beside the cursor. */
export function pictureIndex(quill: Quill, { index, length }: Range): number | undefined {
  const places = length ? Array.from({ length }, (_, step) => index + step) : [index - 1, index];
  return places.find((place) => place >= 0 && typeof quill.getFormat(place, 1).alt === 'string');
}
