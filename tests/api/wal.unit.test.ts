import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWalSync } from '../../src/api/db/wal.ts';

let folder: string;
let synced: string[];
let wal: ReturnType<typeof createWalSync>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'practice-wal-'));
  synced = [];
  wal = createWalSync(folder, async (path) => void synced.push(path.slice(folder.length + 1)));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Younger than a tick, however slow the machine is. */
const justNow = () => new Date(Date.now() + 3_600_000);
const segment = (number: number) => String(number).padStart(24, '0');
function write(number: number, stamp: Date) {
  writeFileSync(join(folder, segment(number)), crypto.randomUUID());
  utimesSync(join(folder, segment(number)), stamp, stamp);
}
async function sync(): Promise<string[]> {
  synced = [];
  await wal.sync();
  return synced.sort();
}

test('what is written within one tick of the file clock after a flush is flushed too', async () => {
  const stamp = justNow();
  write(1, stamp);
  expect(await sync()).toEqual(['', segment(1)]);
  write(1, stamp);
  expect(await sync()).toEqual([segment(1)]);
});

test('segments that rest are flushed once, new ones with the folder that names them', async () => {
  const hour = 3_600_000;
  write(1, new Date(Date.now() - 2 * hour));
  write(2, new Date(Date.now() - hour));
  expect(await sync()).toEqual(['', segment(1), segment(2)]);
  expect(await sync()).toEqual([]);
  write(2, justNow());
  expect(await sync()).toEqual([segment(2)]);
  write(3, new Date(Date.now() - hour));
  expect(await sync()).toEqual(['', segment(2), segment(3)]);
});

test('who asks while a flush runs gets one that begins after', async () => {
  write(1, justNow());
  const both = [wal.sync(), wal.sync()];
  await Promise.all(both);
  expect(synced.filter((path) => path === segment(1))).toHaveLength(2);
});
