import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { children, ensureServerBundle, keepPlaces, removeOld } from '../scripts/serverBundle.ts';
import { tempFolder } from './api/cleanup.ts';

test('the bundle has an entry for every file that runs in a process or thread of its own', () => {
  const started = globSync('src/{api,demo}/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<!fileURLToPath\()new URL\('\.\/([\w./]+\.ts)'/g)].map((match) =>
      join(file, '..', match[1] as string),
    ),
  );
  expect([...new Set(started)].sort()).toEqual([...children].sort());
});

test('files are looked for beside their source, processes beside the bundle', () => {
  const code = `new URL('./a.sql', import.meta.url); fork(new URL('./prepareDatabase.ts', import.meta.url)); new Worker(new URL(import.meta.url))`;
  expect(keepPlaces(code, '/src/x.ts')).toBe(
    `new URL('./a.sql', "file:///src/x.ts"); fork(new URL('./prepareDatabase.js', import.meta.url)); new Worker(new URL(import.meta.url))`,
  );
});

test('a bundle is made once and holds every script', async () => {
  const folder = await ensureServerBundle();
  expect(await ensureServerBundle()).toBe(folder);
  for (const name of ['start', 'doctor', 'renderProcess', 'pdf.worker'])
    expect(existsSync(join(folder, `${name}.js`))).toBe(true);
});

test('bundles of a day stay, and three at least: a product that runs meanwhile loads its parts from one', async () => {
  const folder = tempFolder('bundles');
  const fill = (hoursOld: number[]) => {
    for (const hours of hoursOld) {
      mkdirSync(join(folder, `${hours}`));
      const made = Date.now() / 1000 - hours * 3600;
      utimesSync(join(folder, `${hours}`), made, made);
    }
  };
  fill([30, 40, 50, 60]);
  await removeOld(folder);
  expect(readdirSync(folder)).toEqual(['30', '40', '50']);
  fill([1, 2, 3, 4]);
  await removeOld(folder);
  expect(readdirSync(folder)).toEqual(['1', '2', '3', '4']);
});
