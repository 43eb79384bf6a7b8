import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The clock that stamps files ticks this coarsely, in milliseconds: a younger stamp may stand for a later write, too. */
const tick = 100;

/** Has the disk keep what was written to a file, or the list of files in a folder. */
type SyncPath = (path: string) => Promise<void>;

/**
 * Flushes PostgreSQL's write-ahead log to the disk: the embedded server writes it but never asks the disk to keep it.
 * Callers that arrive while a flush runs share the next one.
 */
export function createWalSync(folder: string, syncPath: SyncPath = datasync) {
  /** Segments that nothing was written to since they were flushed, and their stamps. */
  let flushed = new Map<string, number>();
  let known = new Set<string>();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function flush() {
    const kept = new Map<string, number>();
    const found = new Set<string>();
    for (const name of (await readdir(folder)).filter((entry) => /^[0-9A-F]{24}$/.test(entry))) {
      const path = join(folder, name);
      const { mtimeMs, ino } = await stat(path);
      const segment = `${name} ${ino}`;
      const now = Date.now();
      found.add(segment);
      if (flushed.get(segment) !== mtimeMs) await syncPath(path);
      if (now - mtimeMs > tick) kept.set(segment, mtimeMs);
    }
    // A new segment is only there after a power cut if the folder says so.
    if ([...found].some((segment) => !known.has(segment))) await syncPath(folder);
    flushed = kept;
    known = found;
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
  };
}

async function datasync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
