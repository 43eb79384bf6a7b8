import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from './folder.ts';

/** Another living process holds DATA_DIR; `message` says which. */
export class DataDirBusy extends Error {}

/**
 * Takes DATA_DIR for this process alone. The lock is the operating system's own on an open file (SQLite's exclusive
 * lock, which works alike on every system): it ends with the process, however that ends, so it is never stale.
 */
export function lockDataDir(folder: string): { release(): void } {
  makeFolder(folder);
  const holder = join(folder, 'lock.json');
  const path = join(folder, 'lock.db');
  // SQLite would not say why it cannot open it.
  closeSync(openSync(path, 'a'));
  const file = new DatabaseSync(path);
  try {
    file.exec('pragma busy_timeout = 200; pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error;
    throw new DataDirBusy(`DATA_DIR ${folder} is in use by ${whoHolds(holder)}`);
  }
  writeFileSync(holder, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }));
  return {
    release() {
      file.exec('rollback');
      file.close();
    },
  };
}

function whoHolds(holder: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(holder, 'utf8'));
    return `process ${pid}, started ${since}`;
  } catch {
    return 'another process';
  }
}
