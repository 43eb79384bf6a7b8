import { expect, test, vi } from 'vitest';
import { createForm, type Outcome } from '../../src/web/ui/form.ts';

const open = () =>
  createForm({ name: '' }, ({ name }): Record<string, string> => (name ? {} : { name: 'Lütfen adınızı girin.' }));

test('nothing is sent while a field is wrong, and its sentence goes when it is corrected', async () => {
  const form = open();
  const send = vi.fn(async () => ({ done: 'Teşekkürler.' }));
  await form.submit(send);
  expect(send).not.toHaveBeenCalled();
  expect(form.$form.get()).toMatchObject({ problem: { fields: { name: 'Lütfen adınızı girin.' } }, rejections: 1 });
  form.clearError('name');
  expect(form.$form.get()).toMatchObject({ problem: { fields: {} }, rejections: 1 });
  await form.submit(send, { name: 'Ada' });
  expect(form.$form.get()).toMatchObject({ values: { name: 'Ada' }, saved: { name: 'Ada' }, done: 'Teşekkürler.' });
  await form.submit(send, { name: '' });
  expect(form.$form.get()).toMatchObject({ problem: { fields: { name: expect.any(String) } }, done: undefined });
});

test('what was typed stays when sending fails, with the problem it failed with', async () => {
  const form = open();
  const problem = { fields: { name: 'Çok uzun.' }, message: 'Gönderilemedi.' };
  await form.submit(async () => problem, { name: 'Ada' });
  expect(form.$form.get()).toMatchObject({ values: { name: 'Ada' }, saved: { name: '' }, problem, sending: false });
});

test('a second submit does nothing while the first one runs', async () => {
  const form = open();
  const send = vi.fn(async () => undefined);
  await Promise.all([form.submit(send, { name: 'Ada' }), form.submit(send, { name: 'Ece' })]);
  expect(send.mock.calls).toEqual([[{ name: 'Ada' }]]);
});

test('an outcome is dropped when the form shows other values by then', async () => {
  const form = open();
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const sent = form.submit(() => promise, { name: 'Ada' });
  form.open({ name: 'Ece' });
  resolve({ fields: {}, message: 'Gönderilemedi.' });
  await sent;
  expect(form.$form.get()).toMatchObject({ values: { name: 'Ece' }, problem: { fields: {} }, rejections: 0 });
});

test('a form can be sent again after its sending broke', async () => {
  const form = open();
  await expect(form.submit(() => Promise.reject(new Error('broken')), { name: 'Ada' })).rejects.toThrow('broken');
  expect(form.$form.get().sending).toBe(false);
});
