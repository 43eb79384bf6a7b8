import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const user = { id: 'u1', name: 'Ada', role: 'user' };
type Reply = [status: number, body: unknown] | 'silence';

/** Just enough of a browser for the store: storage, events, and a server that answers as told. */
function openBrowser(token?: string) {
  const kept = new Map<string, string>(token ? [['token', token]] : []);
  const target = new EventTarget();
  const calls: string[] = [];
  let replies: Record<string, Reply> = {};
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target));
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers = {} }: RequestInit = {}) => {
    const path = `${method} ${new URL(url, 'http://site.test').pathname}`;
    calls.push(`${path} ${(headers as Record<string, string>).authorization ?? ''}`.trim());
    const reply = replies[path] ?? 'silence';
    if (reply === 'silence') throw new TypeError('no network');
    return new Response(reply[0] === 204 ? null : JSON.stringify(reply[1]), { status: reply[0] });
  });
  return {
    kept,
    calls,
    answer: (next: Record<string, Reply>) => {
      replies = next;
    },
    dispatch: (event: Event) => target.dispatchEvent(event),
    /** What the store hears when another tab writes the token. */
    elsewhere(value: string | null) {
      if (value === null) kept.delete('token');
      else kept.set('token', value);
      target.dispatchEvent(Object.assign(new Event('storage'), { key: 'token', newValue: value }));
    },
  };
}

const open = () => import('../../src/web/account/session.store.ts');

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a guest makes no call', async () => {
  const browser = openBrowser();
  const { $session } = await open();
  expect($session.get()).toEqual({ state: 'guest' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(browser.calls).toEqual([]);
});

test('a kept token is loading until the server says whose it is', async () => {
  const browser = openBrowser('t1');
  browser.answer({ 'GET /api/me': [200, user] });
  const { $session } = await open();
  expect($session.get()).toEqual({ state: 'loading' });
  await vi.waitFor(() => expect($session.get()).toEqual({ state: 'user', user }));
  expect(browser.calls).toEqual(['GET /api/me Bearer t1']);
});

test('a refused token is removed and its holder a guest', async () => {
  const browser = openBrowser('t1');
  browser.answer({ 'GET /api/me': [401, { code: 'unauthenticated', message: '' }] });
  const { $session } = await open();
  await vi.waitFor(() => expect($session.get()).toEqual({ state: 'guest' }));
  expect(browser.kept.has('token')).toBe(false);
});

test.each<[string, Reply]>([
  ['no network', 'silence'],
  ['a server in trouble', [503, { code: 'unavailable' }]],
  ['too many requests', [429, { code: 'too_many_requests' }]],
])('%s signs nobody out, and is asked again', async (_case, trouble) => {
  const browser = openBrowser('t1');
  browser.answer({ 'GET /api/me': trouble });
  const { $session } = await open();
  await vi.waitFor(() => expect(browser.calls).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(500);
  expect($session.get()).toEqual({ state: 'loading' });
  expect(browser.kept.get('token')).toBe('t1');
  browser.answer({ 'GET /api/me': [200, user] });
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect($session.get()).toMatchObject({ state: 'user' }));
});

test('follows what other tabs do, at once', async () => {
  const browser = openBrowser();
  browser.answer({ 'GET /api/me': [200, user] });
  const { $session } = await open();
  browser.elsewhere('t2');
  expect($session.get()).toEqual({ state: 'loading' });
  await vi.waitFor(() => expect($session.get()).toMatchObject({ state: 'user' }));
  browser.elsewhere(null);
  expect($session.get()).toEqual({ state: 'guest' });
});

test('signing in keeps the token, asks who it is, and waits for the rooms', async () => {
  const browser = openBrowser();
  browser.answer({ 'POST /api/login': [200, { token: 't3', user }], 'GET /api/me': [200, user] });
  const { $session, onSignIn, signIn } = await open();
  const merged: string[] = [];
  onSignIn(async () => merged.push(browser.kept.get('token') as string));
  onSignIn(async () => Promise.reject(new Error('a room in trouble')));
  expect(await signIn({ email: 'ada@ornek.com', password: 'x' })).toEqual(user);
  expect(merged).toEqual(['t3']);
  expect($session.get()).toEqual({ state: 'user', user });
  expect(browser.calls).toEqual(['POST /api/login', 'GET /api/me Bearer t3']);
});

test('a refused sign-in leaves a guest and says why', async () => {
  const browser = openBrowser();
  const refusal = { code: 'bad_credentials', message: 'E-posta ya da şifre hatalı.' };
  browser.answer({ 'POST /api/login': [401, refusal] });
  const { $session, signIn } = await open();
  await expect(signIn({ email: 'ada@ornek.com', password: 'x' })).rejects.toMatchObject({ code: 'bad_credentials' });
  expect($session.get()).toEqual({ state: 'guest' });
});

test('a sign-in whose token is refused right away is undone', async () => {
  const browser = openBrowser();
  browser.answer({
    'POST /api/login': [200, { token: 't4', user }],
    'GET /api/me': [401, { code: 'unauthenticated' }],
  });
  const { $session, signIn } = await open();
  await expect(signIn({ email: 'ada@ornek.com', password: 'x' })).rejects.toMatchObject({ status: 401 });
  expect([$session.get(), browser.kept.has('token')]).toEqual([{ state: 'guest' }, false]);
});

test('signing out forgets the token at once and tells the server, who need not answer', async () => {
  const browser = openBrowser('t5');
  browser.answer({ 'GET /api/me': [200, user] });
  const { $session, signOut } = await open();
  await vi.waitFor(() => expect($session.get()).toMatchObject({ state: 'user' }));
  const leaving = signOut();
  expect([$session.get(), browser.kept.has('token')]).toEqual([{ state: 'guest' }, false]);
  await leaving;
  expect(browser.calls.at(-1)).toBe('POST /api/logout Bearer t5');
});

test('a call that is told its token is dead ends the session, unless another token came meanwhile', async () => {
  const browser = openBrowser('t6');
  browser.answer({ 'GET /api/me': [200, user] });
  const { $session } = await open();
  await vi.waitFor(() => expect($session.get()).toMatchObject({ state: 'user' }));
  browser.dispatch(new CustomEvent('session-refused', { detail: 'an older one' }));
  expect($session.get()).toMatchObject({ state: 'user' });
  const { call } = await import('../../src/web/http.ts');
  browser.answer({ 'GET /api/profile': [401, { code: 'unauthenticated' }] });
  await expect(call('GET /api/profile')).rejects.toMatchObject({ status: 401 });
  expect($session.get()).toEqual({ state: 'guest' });
});
