import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Connection } from '../../src/api/db/connection.ts';
import { createChanges, type Topic } from '../../src/api/jobs/changes.ts';

test('a rush of changes is heard here each time and told to the others in few messages, the last one after all', async () => {
  const sent: string[] = [];
  const connection = {
    kind: 'postgres',
    listen: async () => async () => {},
    notify: async (_: string, payload: string) => void sent.push(payload.split(' ')[1] as string),
  } as unknown as Connection;
  const changes = await createChanges(connection);
  const heard: Topic[] = [];
  changes.hear((topic) => heard.push(topic));
  for (let index = 0; index < 100; index += 1) changes.tell('catalog');
  changes.tell('mail');
  expect(heard).toHaveLength(101);
  expect(sent).toEqual(['catalog', 'mail']);
  await sleep(200);
  expect(sent).toEqual(['catalog', 'mail', 'catalog']);
});
