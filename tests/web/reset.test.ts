import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storageOf } from './browser.ts';

const expired = 'Kodun süresi doldu. Lütfen tekrar kod alın.';
const stored = new Map<string, string>();
let tick: (() => void) | undefined;

beforeEach(() => {
  stored.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('setInterval', (run: () => void) => {
    tick = run;
  });
  vi.stubGlobal('clearInterval', () => {
    tick = undefined;
  });
  vi.stubGlobal('sessionStorage', storageOf(stored));
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Tamam.', handle: 'h1' }));
});
afterEach(() => void vi.useRealTimers());

/** The store as a page that was just opened or reloaded has it. The timers of the page before are gone. */
function openPage() {
  tick = undefined;
  vi.resetModules();
  return import('../../src/web/account/reset.store.ts');
}

function pass(seconds: number) {
  vi.setSystemTime(Date.now() + seconds * 1000);
  tick?.();
}

test('a reload keeps the step of the code with its address and countdown', async () => {
  await (await openPage()).requestCode(' ada@ornek.com ');
  pass(60);
  const { $reset } = await openPage();
  expect($reset.get()).toMatchObject({ step: 2, email: 'ada@ornek.com', left: 120 });
  pass(120);
  expect($reset.get()).toMatchObject({ step: 1, email: 'ada@ornek.com', notice: { text: expired } });
  expect((await openPage()).$reset.get()).toMatchObject({ step: 1, email: '' });
});

test('a reload after the countdown says that the code has expired', async () => {
  await (await openPage()).requestCode('ada@ornek.com');
  tick = undefined;
  pass(181);
  expect((await openPage()).$reset.get()).toMatchObject({ step: 1, notice: { text: expired } });
});

test('a reload in the last step asks for the code again while the server takes it, with the handle of its request', async () => {
  const page = await openPage();
  await page.requestCode('ada@ornek.com');
  await page.verifyCode('123456');
  expect([...stored.values()].join()).not.toContain('123456');
  pass(300);
  const reloaded = await openPage();
  expect(reloaded.$reset.get()).toMatchObject({ step: 2, left: 300 });
  const bodies: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    bodies.push(String(body));
    return Response.json({ message: 'Tamam.' });
  });
  await reloaded.verifyCode('123456');
  await reloaded.resetPassword('yepyeni bir söz');
  expect(bodies.map((body) => JSON.parse(body).handle)).toEqual(['h1', 'h1']);
  expect([...stored.keys()]).toEqual([]);
});

test('a code that is used after an answer was lost says that the password may be the new one', async () => {
  const page = await openPage();
  await page.requestCode('ada@ornek.com');
  await page.verifyCode('123456');
  const refuse = async () => Response.json({ code: 'otp_invalid', message: 'Kod hatalı.' }, { status: 400 });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect(await page.resetPassword('yepyeni bir söz')).toMatchObject({ message: 'Şifre güncellenemedi.' });
  vi.stubGlobal('fetch', refuse);
  await page.resetPassword('yepyeni bir söz');
  const text = 'Şifreniz değişmiş olabilir; yeni şifrenizle giriş yapmayı deneyin.';
  expect(page.$reset.get()).toMatchObject({ step: 1, notice: { text } });

  // A lost answer says nothing about the next code: its refusal is shown as it is.
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Tamam.', handle: 'h2' }));
  await page.requestCode('ada@ornek.com');
  await page.verifyCode('654321');
  vi.stubGlobal('fetch', refuse);
  await page.resetPassword('yepyeni bir söz');
  expect(page.$reset.get()).toMatchObject({ step: 1, notice: { text: 'Kod hatalı.' } });
});

test('a new code that is refused as too early leads back to the one before while that is good', async () => {
  const page = await openPage();
  const refuse = async (code: string, status: number) =>
    vi.stubGlobal('fetch', async () => Response.json({ code, message: 'Olmadı.' }, { status }));
  await page.requestCode('ada@ornek.com');
  pass(30);
  page.startOver();
  refuse('too_many_requests', 429);
  expect(await page.requestCode('baska@ornek.com')).toMatchObject({ message: 'Olmadı.' });
  expect(page.$reset.get().step).toBe(1);
  await page.requestCode(' ada@ornek.com');
  const text = 'Az önce gönderdiğimiz kod hâlâ geçerli. Gelmediyse biraz bekleyip yeni bir kod isteyin.';
  expect(page.$reset.get()).toMatchObject({ step: 2, email: 'ada@ornek.com', left: 150, notice: { text } });
  expect((await openPage()).$reset.get()).toMatchObject({ step: 2, left: 150 });

  // Wrong tries may have ended it.
  refuse('otp_invalid', 400);
  await page.verifyCode('123456');
  page.startOver();
  refuse('too_many_requests', 429);
  expect(await page.requestCode('ada@ornek.com')).toMatchObject({ message: 'Olmadı.' });
});

test('the address typed to sign in is taken along once, and never in place of a code that was sent', async () => {
  const { keepTypedEmail } = await import('../../src/web/account/typedEmail.ts');
  keepTypedEmail(' ada@ornek.com ');
  const { $reset, requestCode } = await openPage();
  expect([$reset.get(), stored.size]).toMatchObject([{ step: 1, email: 'ada@ornek.com' }, 0]);
  await requestCode('ada@ornek.com');
  keepTypedEmail('ece@ornek.com');
  expect((await openPage()).$reset.get()).toMatchObject({ step: 2, email: 'ada@ornek.com' });
});
