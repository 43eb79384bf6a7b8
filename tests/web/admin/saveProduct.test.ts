import { expect, test, vi } from 'vitest';
import type { AdminProduct } from '../../../src/contract/catalog.ts';
import { CallError } from '../../../src/web/http.ts';

const upload = vi.hoisted(() => vi.fn());
vi.mock('../../../src/web/admin/calls.ts', () => ({
  adminUpload: upload,
  errorMessage: (_: unknown, message: string) => message,
}));

test('an edit whose answer was lost is known again, however it was typed and though a seat was sold since', async () => {
  vi.stubGlobal('document', new EventTarget());
  const { editor, save } = await import('../../../src/web/admin/products/productForm.store.ts');
  const opened = { id: 'a', title: 'Çini', price: 1000, stock: 10, status: 'published', seats_sold: 0, waiting: 0 };
  const stored = { description: 'Bir gün.', date: '2199-05-10', time: '14:00', location: 'Merkez', category: 'Sanat' };
  const numbers = { vat_rate: 20, duration_minutes: 120, min_participants: 0, decide_hours: 96 };
  const product = { ...opened, ...stored, ...numbers, image1: '/1.webp', image2: '/2.webp', seats_offered: 0 };
  editor.show(product as unknown as AdminProduct);
  editor.form.set('title', 'Çini ve kil ');
  editor.form.set('price', '1250,5');
  editor.form.set('stock', '12');
  const current = { ...product, title: 'Çini ve kil', price: 1250.5, stock: 9, seats_sold: 1, seats_offered: 2 };
  upload.mockRejectedValue(new CallError(409, { code: 'edit_conflict', current }));
  await save();
  expect(editor.form.$form.get().problem).toEqual({ fields: {} });
  expect([editor.$stored.get(), upload.mock.calls.length]).toMatchObject([current, 1]);
});
