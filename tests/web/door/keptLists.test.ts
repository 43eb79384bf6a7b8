import { afterEach, expect, test, vi } from 'vitest';
import { addDays, dayInIstanbul, dayMs } from '../../../src/shared/time.ts';
import { openBrowserDevice } from './browserDevice.ts';

afterEach(() => void vi.resetModules());

const today = dayInIstanbul(new Date());
const dates: Record<string, string> = { before: addDays(today, -1), morning: today, evening: today };

test.each([-1, 0, 1])('lists of past days go by the server’s day where the phone’s is off by %i', async (days) => {
  openBrowserDevice('t', async (url) => {
    const id = new URL(url).pathname.split('/').at(-2) as string;
    // The phone has the test's clock.
    const server_time = new Date(Date.now() - days * dayMs).toISOString();
    const date = addDays(dates[id] as string, -days);
    return Response.json({ product: { id, date }, server_time, participants: [], sealed: [] });
  });
  const { openDoor, $door } = await import('../../../src/web/door/door.store.ts');
  const { readLists } = await import('../../../src/web/door/doorStorage.ts');
  for (const id of Object.keys(dates)) {
    const close = openDoor(id);
    await vi.waitFor(() => expect($door.get().product?.id).toBe(id));
    close();
  }
  expect((await readLists()).map(({ product }) => product.id)).toEqual(['morning', 'evening']);
});

test.each(['localStorage', 'indexedDB'])('a phone whose %s is full shows names of the server', async (full) => {
  openBrowserDevice('t', async () => {
    const product = { id: 'evening', date: today };
    const participants = [{ id: '1', name: 'Ada', checked_in_at: null }];
    return Response.json({ product, server_time: new Date().toISOString(), participants, sealed: [] });
  });
  const refuse = () => {
    throw new DOMException('Full.', 'QuotaExceededError');
  };
  if (full === 'localStorage') vi.spyOn(localStorage, 'setItem').mockImplementation(refuse);
  else vi.spyOn(globalThis, 'structuredClone').mockImplementation((rows) => (Array.isArray(rows) ? rows : refuse()));
  const { openDoor, $contact, $door } = await import('../../../src/web/door/door.store.ts');
  const close = openDoor('evening');
  await vi.waitFor(() => expect($door.get()).toMatchObject({ state: 'open', people: [{ name: 'Ada' }] }));
  expect($contact.get()).toBe(true);
  close();
  vi.restoreAllMocks();
});
