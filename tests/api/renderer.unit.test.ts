import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { startChildProcess } from '../../src/api/publish/renderer/childProcess.ts';
import { createRenderer } from '../../src/api/publish/renderer/renderer.ts';
import { tempFolder } from './cleanup.ts';

test('a render process that does not get ready leaves no copy of the release before', async () => {
  const releases = tempFolder('renderer');
  const copy = join(releases, '.work/1-a');
  mkdirSync(copy, { recursive: true });
  const root = join(releases, 'no site');
  const renderer = createRenderer({ root, releases, apiUrl: '', environment: {}, log: pino({ level: 'silent' }) });
  const request = { name: 'b', previous: 'a', copy: Promise.resolve(copy), forbidden: [] };
  await expect(renderer.render(request, () => {}, new AbortController().signal)).rejects.toThrow();
  expect(existsSync(copy)).toBe(false);
});

test('a process of the renderer has a home folder by name, which a user without an entry in a list lacks', async () => {
  const file = join(tempFolder('child'), 'child.mjs');
  writeFileSync(file, "process.send({ kind: process.env.HOME ? 'ready' : 'failed', message: 'no HOME' });");
  const log = pino({ level: 'silent' });
  const child = startChildProcess(pathToFileURL(file), [], {}, log, new AbortController().signal);
  await expect(child.waitFor('ready')).resolves.toBeDefined();
  await child.ended;
});
