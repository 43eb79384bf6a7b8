import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Flushes PostgreSQL's write-ahead log to the disk: the embedded server writes it but never asks the disk to keep it.
 * Callers that arrive while a flush runs share the next one.
 */
export function createWalSync(folder: string) {
  const handles = new Map<string, FileHandle>();
  const flushed = new Map<string, number>();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function flush() {
    const names = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name));
    for (const name of names) {
      const path = join(folder, name);
      const { mtimeMs, ino } = await stat(path);
      if (flushed.get(`${name} ${ino}`) === mtimeMs) continue;
      let handle = handles.get(`${name} ${ino}`);
      if (!handle) {
        handle = await open(path, 'r+');
        handles.set(`${name} ${ino}`, handle);
      }
      await handle.datasync();
      flushed.set(`${name} ${ino}`, mtimeMs);
    }
  }

  return {
    async sync(): Promise<void> {
      if (!running) {
        running = flush().finally(() => {
          running = undefined;
        });
        return running;
      }
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined;
          return this.sync();
        });
      return next;
    },
    async close() {
      for (const handle of handles.values()) await handle.close();
    },
  };
}
