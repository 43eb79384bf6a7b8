import { task } from 'nanostores';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AllEndpoints, endpoints, type Key, type Reply } from '../../src/contract/endpoints.ts';
import { type ErrorCode, errors } from '../../src/contract/errors.ts';
import { openStorage, openWindow, storageOf } from './browser.ts';

const user = endpoints['GET /api/me'].reply.parse({
  id: crypto.randomUUID(),
  name: 'Ada',
  surname: 'Su',
  email: 'ada@ornek.com',
  phone_number: null,
  role: 'user',
  created_at: '2026-11-21T10:00:00.000Z',
  deactivated_at: null,
});
/** Replies by call: the declared reply, a declared error, or none. */
type Answers = { [K in Key]?: Reply<AllEndpoints[K]> | ErrorCode };

/** A browser for the store: storage, events, and a server with the given replies. */
function openBrowser(token?: string) {
  const kept = new Map<string, string>(token ? [['token', token]] : []);
  const calls: string[] = [];
  const target = openWindow();
  const reload = vi.fn();
  let answers: Answers = {};
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('localStorage', storageOf(kept));
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers = {} }: RequestInit = {}) => {
    const key = `${method} ${new URL(url, 'http://site.test').pathname}` as Key;
    calls.push(`${key} ${(headers as Record<string, string>).authorization ?? ''}`.trim());
    const answer = answers[key];
    if (answer === undefined) throw new TypeError('no network');
    if (typeof answer !== 'string') return Response.json(answer);
    const [status, message] = errors[answer];
    return Response.json({ code: answer, message }, { status });
  });
  return {
    kept,
    calls,
    reload,
    answer: (next: Answers) => {
      answers = next;
    },
    /** Fires the event of another tab that writes the token, or another key. */
    elsewhere(value: string | null, key = 'token') {
      if (value === null) kept.delete(key);
      else kept.set(key, value);
      target.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: value }));
    },
  };
}

const open = () => import('../../src/web/account/session.store.ts');

/** A browser in which somebody is signed in, with the stores of its page. */
async function openSignedIn() {
  const browser = openBrowser('t1');
  browser.answer({ 'GET /api/me': user });
  const session = await open();
  await vi.waitFor(() => expect(session.$session.get()).toEqual({ state: 'user', user }));
  return { browser, ...session };
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('a guest makes no call', async () => {
  const browser = openBrowser();
  const { $session } = await open();
  expect($session.get()).toEqual({ state: 'guest' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(browser.calls).toEqual([]);
});

test('a stored token means loading until the server names its user', async () => {
  const browser = openBrowser('t1');
  browser.answer({ 'GET /api/me': user });
  const { $session } = await open();
  expect($session.get()).toEqual({ state: 'loading' });
  await vi.waitFor(() => expect($session.get()).toEqual({ state: 'user', user }));
  expect(browser.calls).toEqual(['GET /api/me Bearer t1']);
});

test('a browser that stores nothing is told so before a sign-in is sent', async () => {
  const browser = openBrowser();
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => {},
  });
  const { signIn, activateAndSignIn } = await open();
  const { signInFailed, toProblem } = await import('../../src/web/account/problem.ts');
  const attempts = [() => signIn({ email: 'ada@ornek.com', password: 'x' }), () => activateAndSignIn('link', 'x')];
  for (const attempt of attempts) {
    const error = await attempt().then(
      () => undefined,
      (refusal: unknown) => refusal,
    );
    expect(toProblem(error, signInFailed).message).toMatch(/^Tarayıcınız bu sitenin verilerini saklamadığı için/);
  }
  expect(browser.calls).toEqual([]);
});

test('a refused token is removed and the session is a guest', async () => {
  const browser = openBrowser('t1');
  browser.answer({ 'GET /api/me': 'unauthenticated' });
  const { $session } = await open();
  await vi.waitFor(() => expect($session.get()).toEqual({ state: 'guest' }));
  expect(browser.kept.has('token')).toBe(false);
});

test.each<[string, ErrorCode | undefined]>([
  ['no network', undefined],
  ['a server in trouble', 'unavailable'],
  ['too many requests', 'too_many_requests'],
])('%s makes a guest, like every other failure', async (_case, trouble) => {
  const browser = openBrowser('t1');
  browser.answer({ 'GET /api/me': trouble });
  const { $session } = await open();
  await vi.waitFor(() => expect($session.get()).toEqual({ state: 'guest' }));
  expect(browser.kept.has('token')).toBe(false);
});

test('a page that is left keeps the token, although its call is cancelled', async () => {
  const browser = openBrowser('t1');
  await import('../../src/web/account/session.calls.ts');
  dispatchEvent(new Event('pagehide'));
  await open();
  await vi.waitFor(() => expect(browser.calls).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(500);
  expect(browser.kept.get('token')).toBe('t1');
});

test('a page that hears of its cancelled call before it is left keeps the token, too', async () => {
  const browser = openBrowser('t1');
  const { $session } = await open();
  await vi.waitFor(() => expect(browser.calls).toHaveLength(1), { interval: 1 });
  dispatchEvent(new Event('pagehide'));
  await vi.advanceTimersByTimeAsync(1000);
  expect([browser.kept.get('token'), $session.get()]).toEqual(['t1', { state: 'loading' }]);
});

test('the session follows sign-in and sign-out in other tabs', async () => {
  const browser = openBrowser();
  browser.answer({ 'GET /api/me': user });
  const { $session } = await open();
  browser.elsewhere('t2');
  expect($session.get()).toEqual({ state: 'loading' });
  await vi.waitFor(() => expect($session.get()).toMatchObject({ state: 'user' }));
  browser.elsewhere(null);
  expect($session.get()).toEqual({ state: 'guest' });
});

test('a page of one account is reloaded for another, also when its session ended in between', async () => {
  const { browser, $session } = await openSignedIn();
  browser.elsewhere('t2');
  await vi.waitFor(() => expect(browser.calls).toHaveLength(2));
  browser.elsewhere(null);
  browser.elsewhere('t3');
  await vi.waitFor(() => expect($session.get()).toEqual({ state: 'user', user }));
  expect(browser.reload).not.toHaveBeenCalled();
  browser.answer({ 'GET /api/me': { ...user, id: crypto.randomUUID() } });
  browser.elsewhere(null);
  browser.elsewhere('t4');
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledOnce());
  // Another tab's change before the reload has happened asks for one more.
  browser.elsewhere('t5');
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledTimes(2));
  expect($session.get()).toEqual({ state: 'loading' });
});

test('a sign-out in another tab reloads the page', async () => {
  const { browser } = await openSignedIn();
  browser.elsewhere('1', 'signed_out');
  browser.elsewhere(null, 'signed_out');
  browser.elsewhere(null);
  expect(browser.reload).toHaveBeenCalledOnce();
});

/** What a tab kept before it showed another site. */
const typed = { participants: '{"p1":["Ada Su"]}', 'draft:enquiry': '{}', google_next: '"/cart"' };

test('a tab that was away while somebody signed out in another forgets them when it comes back', async () => {
  const browser = openBrowser();
  const tab = openStorage({ ...typed });
  vi.stubGlobal('sessionStorage', tab);
  browser.kept.set('signed_out', '1');
  await import('../../src/web/ui/storage.ts');
  expect(tab).toEqual({ google_next: '"/cart"', signed_out: '1' });
  Object.assign(tab, typed);
  vi.resetModules();
  await import('../../src/web/ui/storage.ts');
  expect(tab).toEqual({ ...typed, signed_out: '1' });
});

test('a tab forgets nothing where nobody signed out', async () => {
  openBrowser();
  const tab = openStorage({ ...typed });
  vi.stubGlobal('sessionStorage', tab);
  await open();
  expect(tab).toEqual(typed);
});

test('a tab keeps what somebody typed for the same person, and forgets it once another one signs in', async () => {
  const browser = openBrowser('t1');
  browser.answer({ 'GET /api/me': user });
  for (const [owner, left] of [
    [user.id, typed],
    [crypto.randomUUID(), { google_next: typed.google_next }],
  ] as const) {
    const tab = openStorage({ ...typed, tab_owner: owner });
    vi.stubGlobal('sessionStorage', tab);
    vi.resetModules();
    const { $session } = await open();
    if (owner !== user.id) {
      await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledOnce());
      expect(tab).toEqual(left);
      vi.resetModules();
      await open();
    } else await vi.waitFor(() => expect($session.get()).toEqual({ state: 'user', user }));
    await vi.waitFor(() => expect(tab).toEqual({ ...left, tab_owner: user.id }));
  }
});

test('signing out is remembered for the tabs that are away, and clears this one once', async () => {
  const tab = openStorage({ ...typed });
  vi.stubGlobal('sessionStorage', tab);
  const { browser, leaveSession } = await openSignedIn();
  leaveSession();
  expect(browser.kept.get('signed_out')).toBe(String(Date.now()));
  expect(tab).toEqual({ google_next: '"/cart"', signed_out: String(Date.now()) });
});

test('a page that Back restores after a sign-out in another tab is reloaded, also for the same person', async () => {
  vi.stubGlobal('sessionStorage', openStorage({}));
  const { browser } = await openSignedIn();
  dispatchEvent(new Event('pagehide'));
  browser.kept.set('signed_out', '1');
  browser.kept.set('token', 't2');
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await vi.waitFor(() => expect(browser.reload).toHaveBeenCalledOnce());
});

test('a sign-in over the page of another account leaves it to its screen', async () => {
  const { browser, signIn } = await openSignedIn();
  const other = { ...user, id: crypto.randomUUID() };
  browser.answer({ 'POST /api/login': { token: 't2', user: other }, 'GET /api/me': other });
  expect(await signIn({ email: 'ege@ornek.com', password: 'x' })).toEqual(other);
  expect(browser.reload).not.toHaveBeenCalled();
});

test('signing in stores the token, loads the user, and waits for the tasks of listeners', async () => {
  const browser = openBrowser();
  browser.answer({ 'POST /api/login': { token: 't3', user }, 'GET /api/me': user });
  const { $session, signIn } = await open();
  const merged: string[] = [];
  const onUser = (work: () => Promise<unknown>) =>
    $session.listen(({ state }) => void (state === 'user' && task(work).catch(() => {})));
  onUser(async () => {
    await (await fetch('http://site.test/api/me')).json();
    merged.push(browser.kept.get('token') as string);
  });
  onUser(async () => Promise.reject(new Error('a room in trouble')));
  expect(await signIn({ email: 'ada@ornek.com', password: 'x' })).toEqual(user);
  expect(merged).toEqual(['t3']);
  expect($session.get()).toEqual({ state: 'user', user });
  expect(browser.calls.sort()).toEqual([
    'GET /api/me',
    'GET /api/me Bearer t3',
    'GET /api/me/legal-changes Bearer t3',
    'POST /api/login',
  ]);
});

test('a refused sign-in leaves a guest and returns the reason', async () => {
  const browser = openBrowser();
  browser.answer({ 'POST /api/login': 'bad_credentials' });
  const { $session, signIn } = await open();
  await expect(signIn({ email: 'ada@ornek.com', password: 'x' })).rejects.toMatchObject({ code: 'bad_credentials' });
  expect($session.get()).toEqual({ state: 'guest' });
});

test.each<[string, ErrorCode | undefined]>([
  ['is refused', 'unauthenticated'],
  ['meets a server in trouble', 'unavailable'],
  ['gets no answer', undefined],
])('a sign-in whose next question %s is undone', async (_case, trouble) => {
  const browser = openBrowser();
  browser.answer({ 'POST /api/login': { token: 't4', user }, 'GET /api/me': trouble });
  const { $session, signIn } = await open();
  const refused = expect(signIn({ email: 'ada@ornek.com', password: 'x' })).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(500);
  await refused;
  expect([$session.get(), browser.kept.has('token')]).toEqual([{ state: 'guest' }, false]);
});

test('signing out removes the token at once, whether the server answers or not', async () => {
  const { browser, $session, signOut } = await openSignedIn();
  const leaving = signOut();
  expect([$session.get(), browser.kept.has('token')]).toEqual([{ state: 'guest' }, false]);
  await leaving;
  expect(browser.calls.at(-1)).toBe('POST /api/logout Bearer t1');
});

test('signing out asks once more for the file of its call, and does without it', async () => {
  const { browser, signOut } = await openSignedIn();
  vi.resetModules();
  const load = vi.fn(() => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  vi.doMock('../../src/web/account/session.calls.ts', load);
  await signOut().finally(() => vi.doUnmock('../../src/web/account/session.calls.ts'));
  expect([load.mock.calls.length, browser.kept.has('token')]).toEqual([2, false]);
});

test('a call refused for its token ends the session, unless the token was replaced meanwhile', async () => {
  const { browser, $session } = await openSignedIn();
  const { reportRefusedToken } = await import('../../src/web/token.ts');
  reportRefusedToken('an older one');
  expect($session.get()).toMatchObject({ state: 'user' });
  const { call } = await import('../../src/web/http.ts');
  browser.answer({ 'GET /api/profile': 'unauthenticated' });
  await expect(call('GET /api/profile')).rejects.toMatchObject({ status: 401 });
  expect($session.get()).toEqual({ state: 'guest' });
});
