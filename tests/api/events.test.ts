import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Connection } from '../../src/api/db/connection.ts';
import { createEvents, type Topic } from '../../src/api/events.ts';

test('a rush of changes is heard here each time and told to the others in few messages, the last one after all', async () => {
  const sent: string[] = [];
  const connection = {
    kind: 'postgres',
    listen: async () => async () => {},
    notify: async (_: string, payload: string) => void sent.push(payload.split(' ')[1] as string),
  } as unknown as Connection;
  const changes = await createEvents(connection);
  const heard: Topic[] = [];
  changes.on((topic) => heard.push(topic));
  for (let index = 0; index < 100; index += 1) changes.emit('catalog');
  changes.emit('mail');
  expect(heard).toHaveLength(101);
  expect(sent).toEqual(['catalog', 'mail']);
  await sleep(200);
  expect(sent).toEqual(['catalog', 'mail', 'catalog']);
});
