import { beforeEach, expect, test, vi } from 'vitest';
import { $question } from '../../../src/web/admin/confirm.store.ts';
import type { ToastDetail } from '../../../src/web/ui/toast.ts';

/** Paths of the calls that read, in order; the answers of calls that write are lost, except those of a deletion. */
let reads: string[];
let toasts: ToastDetail[];
beforeEach(() => {
  reads = [];
  toasts = [];
  // Every dialog was closed while its form was sent.
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null }));
  document.addEventListener('toast', (event) => toasts.push((event as CustomEvent<ToastDetail>).detail));
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'GET') reads.push(new URL(url).pathname);
    else if (method !== 'DELETE') throw new TypeError('connection lost');
    return Response.json(method === 'GET' ? [] : { message: 'Silindi.' });
  });
});

test('a category whose answer was lost is looked for in the list', async () => {
  const { add, addForm } = await import('../../../src/web/admin/categories/categories.store.ts');
  addForm.open('new', { name: 'Çini' });
  await add();
  expect(reads).toEqual(['/api/categories']);
});

test('an order of a caller whose answer was lost is looked for among the participants', async () => {
  const { enterOrder, open, orderForm } = await import('../../../src/web/admin/participants/participants.store.ts');
  await open('a');
  const opened = reads.length;
  orderForm.change({ values: { ...orderForm.$form.get().values, fullName: 'Ada Er', phone_number: '0532 123 45 67' } });
  await enterOrder('a');
  expect(toasts.map(({ text }) => text)).toEqual(['Sipariş kaydedilemedi.']);
  expect(reads.slice(opened)).toContain('/api/admin/product/a');
});

test('what was brought back from the trash with a lost answer is looked for in its list', async () => {
  const { confirmDeletion } = await import('../../../src/web/admin/deletion.ts');
  const { adminCall } = await import('../../../src/web/admin/calls.ts');
  const onRestored = vi.fn();
  const removed = confirmDeletion({
    title: 'Silinsin mi?',
    call: () => adminCall('DELETE /api/blogs/:id', { params: { id: 'a' } }),
    done: 'Silindi.',
    failed: 'Silinemedi.',
    trash: { entity: 'post', id: 'a', onRestored },
  });
  $question.get()?.answer(true);
  await removed;
  toasts[0]?.action?.run();
  await vi.waitFor(() => expect(onRestored).toHaveBeenCalled());
});

test('a product is not said to take place where the answer to calling it off was lost', async () => {
  const { callOff, callOffForm, openCallOff } = await import('../../../src/web/admin/callOff/callOff.store.ts');
  await openCallOff('a');
  callOffForm.set('reason', 'Eğitmenimiz hastalandı.');
  expect(await callOff({ id: 'a' })).toBe(false);
  expect(callOffForm.$form.get().problem.message).toContain('iptal edilmiş olabilir');
  expect(toasts).toMatchObject([{ text: expect.stringContaining('iptal edilmiş olabilir'), tone: 'err' }]);
});
