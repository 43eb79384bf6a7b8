import { expect, test, vi } from 'vitest';
import { takeSeat } from '../../src/web/transfers/transfers.store.ts';

test('a link that is over after a try without an answer says that the seat was probably taken over', async () => {
  const values = { fullName: 'Ada Su', email: 'ada@ornek.com' };
  const onExpired = vi.fn();
  const take = (token: string) => takeSeat(token, values, onExpired);
  const expired = async () => Response.json({ code: 'link_expired', message: 'Bağlantı geçersiz.' }, { status: 410 });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await take('t1')).toMatchObject({ message: expect.stringContaining('Yer devralınamadı.') });
  vi.stubGlobal('fetch', expired);
  expect(await take('t1')).toEqual({ done: expect.stringContaining('yeri devralmış olabilirsiniz') });
  expect(onExpired).not.toHaveBeenCalled();
});

test('a link that is over at the first try is over', async () => {
  vi.resetModules();
  const page = await import('../../src/web/transfers/transfers.store.ts');
  const onExpired = vi.fn();
  vi.stubGlobal('fetch', async () => Response.json({ code: 'link_expired', message: '' }, { status: 410 }));
  await page.takeSeat('t2', {}, onExpired);
  expect(onExpired).toHaveBeenCalledOnce();
});
