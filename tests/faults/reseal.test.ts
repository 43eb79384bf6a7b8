import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tempFolder } from '../api/cleanup.ts';
import { enquiry } from '../load/enquiry.ts';
import { finish, spawnScript, startApi } from '../load/processes.ts';
import { send } from '../load/send.ts';
import { adminEnvironment, signIn } from './admin.ts';

const DATA_DIR = tempFolder('reseal');
const [first, second] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')];
const start = (ENCRYPTION_KEY: string) =>
  startApi({ DATA_DIR, ...adminEnvironment, ENCRYPTION_KEY, RATE_LIMIT_FACTOR: '100000' });
const script = (name: string, ENCRYPTION_KEY: string) =>
  spawnScript(name, [], { DATA_DIR, ...adminEnvironment, ENCRYPTION_KEY });
async function output(name: string, keys: string): Promise<string> {
  const { code, output: text } = await finish(script(name, keys));
  return `${code} ${text}`;
}

const message = 'Annemi kaybettim, konuşacak kimsem yok.';
const count = 300;

async function readMessages(api: { origin: string }): Promise<string[]> {
  const path = '/api/consulting-messages?form_type=consulting';
  const response = await send(api.origin, `GET ${path}`, await signIn(api));
  return ((await response.json()) as { message: string }[]).map((row) => row.message);
}

test('a leaked key is replaced while the product runs, commands are killed, and the old key is deleted', async () => {
  let api = await start(first);
  for (let index = 0; index < count; index += 1) {
    const body = { ...enquiry, message: `${message} ${index}` };
    await send(api.origin, 'POST /api/consulting-create-messages', undefined, body);
  }
  const both = `${first},${second}`;
  expect(await output('reseal', both)).toMatch(/^1 [\s\S]*runs with other keys than are set now: start it again/);
  await api.stop();

  api = await start(both);
  expect(await output('doctor', both)).toMatch(/keys: \d+ rows were written with an older key: npm run reseal/);
  for (let round = 0; round < 3; round += 1) {
    const child = script('reseal', both);
    await sleep(150 + 150 * round);
    child.kill('SIGKILL');
  }
  const ends = await Promise.all([output('reseal', both), output('reseal', both)]);
  for (const end of ends) expect(end).toMatch(/^0 Moved to the newest key: [\s\S]*No row needs the older keys/);
  expect(await readMessages(api)).toHaveLength(count);
  expect(await output('doctor', both)).toMatch(/keys: no row needs the older keys: they can be removed/);
  await api.stop();

  api = await start(second);
  const read = await readMessages(api);
  expect(new Set(read).size).toBe(count);
  expect(read.every((text) => text.startsWith(message))).toBe(true);
  await api.stop();
  expect(await output('doctor', first)).toMatch(/^1 [\s\S]*keys: \d+ rows need a key that is missing/);
});
