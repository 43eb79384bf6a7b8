import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from './folder.ts';

/** Another process holds DATA_DIR; `message` names it. */
export class DataDirBusyError extends Error {}

/**
 * Locks DATA_DIR for this process. SQLite's exclusive lock is a lock of the operating system on an open file on every
 * platform: it ends with the process, so it is never stale.
 */
export function lockDataDir(folder: string): { release(): void } {
  makeFolder(folder);
  const holder = join(folder, 'lock.json');
  const path = join(folder, 'lock.db');
  // Throws the system's error; SQLite would not say why it cannot open the file.
  closeSync(openSync(path, 'a'));
  const file = new DatabaseSync(path);
  try {
    file.exec('pragma busy_timeout = 200; pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if (!(error instanceof Error && /locked|busy/i.test(error.message))) throw error;
    throw new DataDirBusyError(`DATA_DIR ${folder} is in use by ${describeHolder(holder)}`);
  }
  writeFileSync(holder, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }));
  return {
    release() {
      file.exec('rollback');
      file.close();
    },
  };
}

function describeHolder(holder: string): string {
  try {
    const { pid, since } = JSON.parse(readFileSync(holder, 'utf8'));
    return `process ${pid}, started ${since}`;
  } catch {
    return 'another process';
  }
}
