import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
});
/** Registers with a server that answers so; null is no answer at all. */
async function registerWith(answer: Response | null) {
  vi.stubGlobal('fetch', async () => {
    if (!answer) throw new TypeError('no network');
    return answer;
  });
  const { register } = await import('../../src/web/account/register.store.ts');
  return register({ name: 'Ada', surname: 'Su', email: 'ada@ornek.com', password: 'x' }, undefined);
}

test('only 201 is a registration', async () => {
  expect(await registerWith(Response.json({ message: 'Kaydınız alındı.' }, { status: 201 }))).toBeUndefined();
});

test.each([
  ['200 with a message', Response.json({ message: 'Kayıtlar kapalı.' }), 'Kayıtlar kapalı.'],
  ['200 without one', new Response('{}'), 'Kayıt işlemi başarısız oldu.'],
  ['204', new Response(null, { status: 204 }), 'Kayıt işlemi başarısız oldu.'],
  ['a page of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 }), 'Kayıt işlemi başarısız oldu.'],
  ['no answer', null, 'Bir hata oluştu. Lütfen tekrar deneyin.'],
])('%s is told as it is', async (_case, answer, message) => {
  expect(await registerWith(answer)).toMatchObject({ message });
});

test.each(['activate', 'activateWithoutPassword'] as const)(
  'a link that is over after %s was sent without an answer may have activated the account',
  async (name) => {
    const store = await import('../../src/web/account/register.store.ts');
    const expired = async () => Response.json({ code: 'link_expired', message: 'Bağlantı geçersiz.' }, { status: 410 });
    vi.stubGlobal('fetch', expired);
    expect(await store[name]('t', 'x')).toMatchObject({ expired: true, mayBeActive: false });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    expect(await store[name]('t', 'x')).toMatchObject({ expired: false });
    vi.stubGlobal('fetch', expired);
    expect(await store[name]('t', 'x')).toMatchObject({ expired: true, mayBeActive: true });
  },
);
