import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readBackup } from '../../src/api/backup/readBackup.ts';

const backup = join(import.meta.dirname, '../fixtures/backup-format-1');

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test.each([
  ['readFile', 'manifest.json'],
  ['realpath', 'database.jsonl.gz'],
] as const)('a backup whose files belong to another user is not called damaged (%s)', async (call, name) => {
  const original = files[call] as (path: string, ...more: unknown[]) => Promise<string>;
  vi.spyOn(files, call).mockImplementation(async (path: unknown, ...more: unknown[]) => {
    if (!String(path).endsWith(name)) return original(String(path), ...more);
    throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path });
  });
  syncBuiltinESMExports();
  await expect(readBackup(backup)).rejects.toThrow(`This user may not read ${join(backup, name)}: give it the backup.`);
});
