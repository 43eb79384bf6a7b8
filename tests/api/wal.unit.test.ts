import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createWalSync } from '../../src/api/db/wal.ts';
import { hourMs } from '../../src/shared/time.ts';
import { tempFolder } from './cleanup.ts';

let folder: string;
let synced: string[];
let wal: ReturnType<typeof createWalSync>;
beforeEach(() => {
  folder = tempFolder('wal');
  synced = [];
  wal = createWalSync(folder, async (path) => void synced.push(path.slice(folder.length + 1)));
});

/** A time within one tick of the file clock, however slow the machine is. */
const justNow = () => new Date(Date.now() + hourMs);
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

test('a segment written within one tick of the file clock after a flush is flushed again', async () => {
  const stamp = justNow();
  write(1, stamp);
  expect(await sync()).toEqual(['', segment(1)]);
  write(1, stamp);
  expect(await sync()).toEqual([segment(1)]);
});

test('unchanged segments are flushed once, new ones together with their folder', async () => {
  write(1, new Date(Date.now() - 2 * hourMs));
  write(2, new Date(Date.now() - hourMs));
  expect(await sync()).toEqual(['', segment(1), segment(2)]);
  expect(await sync()).toEqual([]);
  write(2, justNow());
  expect(await sync()).toEqual([segment(2)]);
  write(3, new Date(Date.now() - hourMs));
  expect(await sync()).toEqual(['', segment(2), segment(3)]);
});

test('a call during a flush waits for a flush that starts after it', async () => {
  write(1, justNow());
  const both = [wal.sync(), wal.sync()];
  await Promise.all(both);
  expect(synced.filter((path) => path === segment(1))).toHaveLength(2);
});
