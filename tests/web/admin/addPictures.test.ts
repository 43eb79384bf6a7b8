import { expect, test, vi } from 'vitest';
import { galleryRefusal } from '../../../src/shared/gallery.ts';

test('of too many pictures those that can be read fill the set', async () => {
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close() {} }));
  const { addPictures, editor } = await import('../../../src/web/admin/gallery/gallery.store.ts');
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
  const names = Array.from({ length: 9 }, (_, index) => `${index}.png`);
  const files = names.map((name, index) => new File([index ? png : '?'], name));
  await addPictures(files);
  expect(editor.form.$form.get().problem.fields.image?.split('\n')).toEqual([
    expect.stringMatching(/^0\.png: /),
    galleryRefusal,
  ]);
  expect(editor.form.$form.get().values.pictures.map(({ file }) => file?.name)).toEqual(names.slice(1, 8));
  editor.startNew();
  expect(editor.form.$form.get().problem.fields).toEqual({});
});
