import { expect, test } from 'vitest';
import type { Connection } from '../../src/api/db/connection.ts';
import { createEvents, type Topic } from '../../src/api/events.ts';

test('listeners of every process receive an event once', async () => {
  let messages = 0;
  const processes: ((payload: string) => void)[] = [];
  const connection = {
    kind: 'postgres',
    listen: async (_: string, receive: (payload: string) => void) => void processes.push(receive),
    // As PostgreSQL does, to the sender as well.
    notify: async (_: string, payload: string) => {
      messages += 1;
      for (const receive of processes) receive(payload);
    },
  } as unknown as Connection;
  const [here, elsewhere] = [await createEvents(connection), await createEvents(connection)];
  const received: string[] = [];
  here.on((topic: Topic) => received.push(`here: ${topic}`));
  elsewhere.on((topic: Topic) => received.push(`elsewhere: ${topic}`));
  here.emit('catalog');
  here.emit('site');
  await Promise.resolve();
  elsewhere.emit('mail');
  await Promise.resolve();
  expect(received).toEqual([
    ...['here: catalog', 'here: site', 'elsewhere: catalog', 'elsewhere: site'],
    ...['elsewhere: mail', 'here: mail'],
  ]);
  expect(messages).toBe(2);
});
