import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBackup } from '../../src/api/backup/readBackup.ts';
import { readEnv } from '../../src/api/env.ts';
import { createLog } from '../../src/api/log.ts';
import { openContext } from '../../src/api/openContext.ts';
import { tempFolder } from '../api/cleanup.ts';
import { file, form } from '../api/formData.ts';
import { picture } from '../api/pictures.corpus.ts';
import { cartLine } from '../load/cartLines.ts';
import { countRounds, createRandom } from '../load/longRun.ts';
import { type ApiProcess, finish, type ScriptProcess, spawnScript, startApi } from '../load/processes.ts';
import { send } from '../load/send.ts';
import { adminEnvironment, signIn } from './admin.ts';

const rounds = countRounds(1);
const random = createRandom();
const folder = tempFolder('backup');
const environment = {
  DATA_DIR: join(folder, 'data'),
  ...adminEnvironment,
  RATE_LIMIT_FACTOR: '1000000',
};
const backups = join(folder, 'backups');
const stock = 100_000;
const listBackups = () =>
  (existsSync(backups) ? readdirSync(backups) : []).filter((name) => /^backup-[^.]*$/.test(name));

let api: ApiProcess;
let token: string;
let productId: string;

beforeAll(async () => {
  api = await startApi(environment);
  token = await signIn(api);
  const image = await picture('jpeg', 1200, 800);
  await send(api.origin, 'POST /api/admin/categories', token, { name: 'Drama' });
  const fields = { title: 'Drama', price: '10', description: 'Bir gün.', date: '2199-05-10', time: '14:00' };
  const body = form(
    { ...fields, stock: String(stock), location: 'Merkez', category: 'Drama' },
    { image1: [file(image)], image2: [file(image)] },
  );
  const added = await send(api.origin, 'POST /api/product/add', token, body);
  expect(added.status).toBe(201);
  productId = ((await added.json()) as { id: string }).id;
});
afterAll(() => api.kill());

/** Starts `npm run backup` or `npm run restore`. */
const start = (script: 'backup' | 'restore', argument: string, DATA_DIR: string): ScriptProcess =>
  spawnScript(script, [argument], { DATA_DIR });

/** Waits for the end of a script; returns its exit code and output in one line. */
async function report(child: ScriptProcess): Promise<string> {
  const { code, output } = await finish(child);
  return `${code} ${output}`;
}

const until = (condition: () => boolean) => expect.poll(condition, { timeout: 60_000, interval: 5 }).toBe(true);

const cancel = (id: string) => send(api.origin, `PATCH /api/admin/orders/${id}/status`, token, { status: 'cancelled' });

/**
 * Orders without pause until stopped, and cancels each order: an account may hold ten seats of a product. `codes` are
 * those of the acknowledged orders.
 */
function sellWithoutPause() {
  const codes: string[] = [];
  let alive = true;
  const selling = (async () => {
    while (alive) {
      const answer = await api.checkout(token, [cartLine(productId)]);
      const [order] = answer.body.orders ?? [];
      if (order) {
        codes.push(order.code);
        await cancel(order.id);
      }
    }
  })();
  return {
    codes,
    async stop() {
      alive = false;
      await selling;
    },
  };
}

describe('a backup while the product sells', () => {
  test('a killed backup leaves nothing that looks complete and never stops the sales', async () => {
    const seller = sellWithoutPause();
    for (let round = 0; round < rounds; round += 1) {
      const known = existsSync(backups) ? readdirSync(backups) : [];
      const child = start('backup', backups, environment.DATA_DIR);
      await until(() => existsSync(backups) && readdirSync(backups).some((name) => !known.includes(name)));
      await sleep(random() * 150);
      child.kill('SIGKILL');
      const sold = seller.codes.length;
      for (const name of listBackups()) await readBackup(join(backups, name));
      await expect.poll(() => seller.codes.length, { timeout: 60_000 }).toBeGreaterThan(sold);
    }
    await seller.stop();
  });

  test('a backup holds every order acknowledged before it, and later ones whole or not at all', async () => {
    const seller = sellWithoutPause();
    await expect.poll(() => seller.codes.length, { timeout: 60_000 }).toBeGreaterThan(5);
    const before = [...seller.codes];
    const known = listBackups();
    expect(await report(start('backup', backups, environment.DATA_DIR))).toMatch(/^0 Saved/);
    await seller.stop();
    const saved = join(backups, listBackups().find((name) => !known.includes(name)) as string);

    const DATA_DIR = join(folder, 'other');
    for (let round = 0; round < rounds; round += 1) {
      const child = start('restore', saved, DATA_DIR);
      const over = once(child, 'exit');
      await Promise.race([over, until(() => existsSync(join(DATA_DIR, '.restoring')))]);
      await sleep(random() * 1500);
      child.kill('SIGKILL');
      await over;
    }
    const restored = await report(start('restore', saved, DATA_DIR));
    // The killed restore may have finished first: then nothing is overwritten.
    expect(restored).toMatch(/^0 Restored|^1 .*not empty/);
    expect(await report(start('restore', saved, DATA_DIR))).toMatch(/^1 .*not empty/);

    const other = await startApi({ ...environment, DATA_DIR });
    // Sessions are not restored: whoever ended one would find it alive again.
    expect((await send(other.origin, 'GET /api/me', token)).status).toBe(401);
    const fresh = await signIn(other);
    const read = async (path: string) => (await send(other.origin, `GET ${path}`, fresh)).json();
    const orders = (await read('/api/admin/orders')) as { code: string; status: string; participants: unknown[] }[];
    const codes = orders.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(before));
    expect(orders.every(({ participants }) => participants.length === 1)).toBe(true);
    const [product] = (await read('/api/products')) as { stock: number; image1: string }[];
    expect(product?.stock).toBe(stock - orders.filter(({ status }) => status !== 'cancelled').length);
    expect((await fetch(`${other.origin}${product?.image1}`)).status).toBe(200);
    await other.kill();
  });

  test('a backup that cannot be written or read ends with exit code 1 and the reason', async () => {
    const file = join(backups, listBackups()[0] as string, 'manifest.json');
    expect(await report(start('backup', file, environment.DATA_DIR))).toMatch(/^1 .* cannot be written \(ENOTDIR\)/);
    expect(await report(start('backup', backups, join(folder, 'nothing')))).toMatch(/^1 There is no database/);
    expect(await report(start('restore', join(folder, 'nothing'), join(folder, 'third')))).toMatch(/^1 .*no manifest/);
    expect(existsSync(join(folder, 'third'))).toBe(false);
  });
});

test('words that start, backup and restore do not know end them before anything is done', async () => {
  const DATA_DIR = join(folder, 'untouched');
  const explain = async (script: string, ...args: string[]) => report(spawnScript(script, args, { DATA_DIR }));
  expect(await explain('start', '--port', '80')).toMatch(/^1 Unknown option '--port'[^\n]*\n$/);
  expect(await explain('backup', '--help')).toMatch(/^1 Unknown option '--help'[^\n]*\n$/);
  expect(await explain('restore', folder, '--unverfied')).toMatch(/^1 Unknown option '--unverfied'[^\n]*\n$/);
  expect(await explain('backup', folder, 'more')).toMatch(/^1 Say one folder: /);
  expect(await explain('restore', folder, 'more')).toMatch(/^1 Say which backup: /);
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('a backup made without any key says that it is unsigned, and what to do', async () => {
  const place = join(folder, 'unsigned');
  const unsigned = { DATA_DIR: join(folder, 'open') };
  await (await openContext(readEnv({ ...unsigned, ENCRYPTION_KEY: 'a'.repeat(64) }), createLog('silent'))).close();
  const { code, output } = await finish(spawnScript('backup', [place], unsigned));
  expect([code, output]).toEqual([0, expect.stringMatching(/^No key is here: .* run this again with it/m)]);
  expect(output).not.toContain('keep ENCRYPTION_KEY');
});
