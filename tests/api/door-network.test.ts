import { afterAll, expect, test, vi } from 'vitest';
import type { DoorPerson } from '../../src/contract/door.ts';
import { dayInIstanbul, dayMs } from '../../src/shared/time.ts';
import { createRandom } from '../load/longRun.ts';
import { openBrowserDevice } from '../web/door/browserDevice.ts';
import { readScanned, sellSeats } from './doorScans.ts';
import { openTestApi } from './harness.ts';

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('200 scans made without network or on a bad one are stored once, in their order, and answered as by a good one', async () => {
  const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
  const { token } = await api.signUp({ role: 'admin', email: 'kapi@ornek.com' });
  const product = (await sellSeats(api)).product;
  const sold = [];
  for (let index = 0; index < 4; index += 1) sold.push(await sellSeats(api, 10, product));
  const tickets = sold.flatMap((each) => each.tickets);
  // Each is shown five times.
  const shown = Array.from({ length: 200 }, (_, index) => tickets[index % 40] as string);

  const random = createRandom();
  const faults = { offline: 0, refused: 0, unavailable: 0, lost: 0, served: 0 };
  let isOffline = true;
  const unavailable = () => new Response('{}', { status: 503 });
  openBrowserDevice(token, async (url, init) => {
    const count = (fault: keyof typeof faults) => {
      faults[fault] += 1;
    };
    const drawn = random();
    if (isOffline || drawn < 0.2) {
      count(isOffline ? 'offline' : 'refused');
      throw new TypeError('network');
    }
    if (drawn < 0.4) {
      count('unavailable');
      return unavailable();
    }
    const { pathname } = new URL(url);
    const served = await api.app.request(`http://site.test${pathname}`, init, {
      incoming: { socket: { remoteAddress: '192.0.2.7' } },
    });
    // The server stored it, and its answer never arrives.
    if (drawn < 0.7) {
      count('lost');
      throw new TypeError('network');
    }
    count('served');
    return served;
  });
  const { openDoor, sync, $door, $waiting, $answer } = await import('../../src/web/door/door.store.ts');
  const { scanTicket } = await import('../../src/web/door/scans.store.ts');
  vi.useFakeTimers({ toFake: ['Date'] });

  isOffline = false;
  const close = openDoor(product);
  while (!$door.get().people) await sync();
  isOffline = true;
  const answers = [];
  for (const [index, ticket] of shown.entries()) {
    vi.setSystemTime(Date.now() + 1000);
    answers.push((await scanTicket(ticket))?.result);
    if (index === 119) {
      await sync();
      expect($waiting.get()).toBe(120);
      isOffline = false;
    }
  }
  for (let tries = 0; $waiting.get() > 0 && tries < 100; tries += 1) await sync();
  close();
  expect($waiting.get()).toBe(0);
  for (const fault of Object.values(faults)) expect(fault).toBeGreaterThan(3);

  const expected = shown.map((_, index) => (index < 40 ? 'in' : 'already'));
  expect(answers).toEqual(expected);
  expect($answer.get()).toMatchObject({ result: 'already' });
  const stored = await readScanned(api, localStorage.getItem('door-device') as string);
  expect(stored.map(({ result }) => result)).toEqual(expected);
  expect(new Set(stored.map(({ nonce }) => nonce)).size).toBe(200);
  expect(Object.keys($door.get().entries)).toHaveLength(40);
  expect($door.get().people?.filter(({ checked_in_at }) => checked_in_at)).toHaveLength(40);
});

test.each([-1, 1])(
  'what is paid at the door is booked on the server’s day where the phone’s is off by %i',
  async (days) => {
    const api = await openTestApi();
    // The phone has the test's clock.
    api.advance(-days * dayMs);
    const { token } = await api.signUp({ role: 'admin', email: 'kasa@ornek.com' });
    const { product, code } = await sellSeats(api);
    openBrowserDevice(token, async (url, init) =>
      api.app.request(`http://site.test${new URL(url).pathname}`, init, {
        incoming: { socket: { remoteAddress: '192.0.2.7' } },
      }),
    );
    vi.useRealTimers();
    vi.resetModules();
    const { openDoor, sync, $door } = await import('../../src/web/door/door.store.ts');
    const { payAtDoor } = await import('../../src/web/door/scans.store.ts');
    const close = openDoor(product);
    for (let tries = 0; !$door.get().people && tries < 5; tries += 1) await sync();
    await payAtDoor($door.get().people?.[0] as DoorPerson);
    close();
    const checkouts = (await api.send('GET /api/admin/checkouts', { token })).body;
    const booked = checkouts.find((checkout) => checkout.code === code)?.payments;
    expect(booked?.map(({ received_on }) => received_on)).toEqual([dayInIstanbul(api.ctx.clock())]);
  },
);
