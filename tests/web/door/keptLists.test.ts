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
