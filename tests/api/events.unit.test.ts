import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../../src/api/db/connection.ts';
import { createEvents, type Topic } from '../../src/api/events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('this process receives every event of a burst, other processes the first and one more at its end', async () => {
  const sent: string[] = [];
  const connection = {
    kind: 'postgres',
    listen: async () => async () => {},
    notify: async (_: string, payload: string) => void sent.push(payload.split(' ')[1] as string),
  } as unknown as Connection;
  const events = await createEvents(connection);
  const received: Topic[] = [];
  events.on((topic) => received.push(topic));
  for (let index = 0; index < 100; index += 1) events.emit('catalog');
  events.emit('mail');
  expect(received).toHaveLength(101);
  expect(sent).toEqual(['catalog', 'mail']);
  await vi.advanceTimersByTimeAsync(200);
  expect(sent).toEqual(['catalog', 'mail', 'catalog']);
});
