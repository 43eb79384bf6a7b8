import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
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
