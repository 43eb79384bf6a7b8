import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { examine } from '../../src/api/backup/manifest.ts';
import { file, form } from '../api/formData.ts';
import { picture } from '../api/pictures.corpus.ts';
import { cartLine } from '../load/cartLines.ts';
import { type ApiProcess, startApi } from '../load/processes.ts';
import { adminAccount, rounds, signIn } from './common.ts';

const folder = mkdtempSync(join(tmpdir(), 'practice-saved-'));
const environment = {
  DATA_DIR: join(folder, 'data'),
  ADMIN_EMAIL: adminAccount.email,
  ADMIN_PASSWORD: adminAccount.password,
  RATE_LIMIT_FACTOR: '1000000',
};
const backups = join(folder, 'backups');
const stock = 100_000;
const kept = () => (existsSync(backups) ? readdirSync(backups) : []).filter((name) => /^backup-[^.]*$/.test(name));

let api: ApiProcess;
let token: string;
let event: string;

beforeAll(async () => {
  api = await startApi(environment);
  token = await signIn(api);
  const image = await picture('jpeg', 1200, 800);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const category = { method: 'POST', headers, body: JSON.stringify({ name: 'Drama' }) };
  await fetch(`${api.origin}/api/admin/categories`, category);
  const fields = { title: 'Drama', price: '10', description: 'Bir gün.', date: '2199-05-10', time: '14:00' };
  const added = await fetch(`${api.origin}/api/product/add`, {
    method: 'POST',
    headers: { authorization: headers.authorization },
    body: form(
      { ...fields, stock: String(stock), location: 'Merkez', category: 'Drama' },
      { image1: [file(image)], image2: [file(image)] },
    ),
  });
  expect(added.status).toBe(201);
  event = ((await added.json()) as { id: string }).id;
});
afterAll(async () => {
  await api.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Starts `npm run backup` or `npm run restore` as its script. */
function start(script: 'backup' | 'restore', argument: string, DATA_DIR: string): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, argument], {
    env: { PATH: process.env.PATH, DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return child;
}

async function finish(child: ChildProcess): Promise<string> {
  let words = '';
  child.stdout?.on('data', (chunk) => (words += chunk));
  child.stderr?.on('data', (chunk) => (words += chunk));
  const [code] = await once(child, 'close');
  return `${code} ${words}`;
}

const seen = (what: () => boolean) => expect.poll(what, { timeout: 60_000, interval: 5 }).toBe(true);

async function cancel(id: string): Promise<void> {
  await fetch(`${api.origin}/api/admin/orders/${id}/status`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'cancelled' }),
  });
}

/** Somebody buys and cancels without pause, as one account holds ten seats at most; answers the codes of what was acknowledged, and how to make an end. */
function sell() {
  const codes: string[] = [];
  let alive = true;
  const selling = (async () => {
    while (alive) {
      const answer = await api.checkout(token, [cartLine(event)]);
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
  test('killed with kill -9 at any moment leaves nothing that passes for whole, and holds nobody up', async () => {
    const seller = sell();
    for (let round = 0; round < rounds; round += 1) {
      const known = existsSync(backups) ? readdirSync(backups) : [];
      const child = start('backup', backups, environment.DATA_DIR);
      await seen(() => existsSync(backups) && readdirSync(backups).some((name) => !known.includes(name)));
      await sleep(Math.random() * 150);
      child.kill('SIGKILL');
      const sold = seller.codes.length;
      for (const name of kept()) await examine(join(backups, name));
      await expect.poll(() => seller.codes.length, { timeout: 60_000 }).toBeGreaterThan(sold);
    }
    await seller.stop();
  });

  test('brings back on an empty machine what was acknowledged before it, and no half of what came later', async () => {
    const seller = sell();
    await expect.poll(() => seller.codes.length, { timeout: 60_000 }).toBeGreaterThan(5);
    const before = [...seller.codes];
    const known = kept();
    expect(await finish(start('backup', backups, environment.DATA_DIR))).toMatch(/^0 Saved/);
    await seller.stop();
    const saved = join(backups, kept().find((name) => !known.includes(name)) as string);

    const DATA_DIR = join(folder, 'other');
    for (let round = 0; round < rounds; round += 1) {
      const child = start('restore', saved, DATA_DIR);
      const over = once(child, 'exit');
      await Promise.race([over, seen(() => existsSync(join(DATA_DIR, '.restoring')))]);
      await sleep(Math.random() * 1500);
      child.kill('SIGKILL');
      await over;
    }
    const restored = await finish(start('restore', saved, DATA_DIR));
    // The last one killed may have come to its end first: then there is nothing left to do, and nothing is overwritten.
    expect(restored).toMatch(/^0 Restored|^1 .*not empty/);
    expect(await finish(start('restore', saved, DATA_DIR))).toMatch(/^1 .*not empty/);

    const other = await startApi({ ...environment, DATA_DIR });
    const headers = { authorization: `Bearer ${token}` };
    const read = async (path: string) => (await fetch(`${other.origin}${path}`, { headers })).json();
    const orders = (await read('/api/admin/orders')) as { code: string; status: string; participants: unknown[] }[];
    const codes = orders.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(before));
    expect(orders.every(({ participants }) => participants.length === 1)).toBe(true);
    const [product] = (await read('/api/products')) as { stock: number; image1: string }[];
    expect(product?.stock).toBe(stock - orders.filter(({ status }) => status !== 'cancelled').length);
    expect((await fetch(`${other.origin}${product?.image1}`)).status).toBe(200);
    await other.kill();
  });

  test('says so when it cannot be made, and ends with 1', async () => {
    const file = join(backups, kept()[0] as string, 'manifest.json');
    expect(await finish(start('backup', file, environment.DATA_DIR))).toMatch(/^1 .* cannot be written \(ENOTDIR\)/);
    expect(await finish(start('backup', backups, join(folder, 'nothing')))).toMatch(/^1 There is no database/);
    expect(await finish(start('restore', join(folder, 'nothing'), join(folder, 'third')))).toMatch(/^1 .*no manifest/);
    expect(existsSync(join(folder, 'third'))).toBe(false);
  });
});
