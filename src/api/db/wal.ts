import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Resolution of file modification times. A stamp younger than this may also stand for a write after the flush. */
const stampResolutionMs = 100;

/** Flushes a file, or a folder's list of files, to the disk. */
type SyncPath = (path: string) => Promise<void>;

/**
 * Flushes PostgreSQL's write-ahead log to the disk, which PGlite never does. Calls during a flush share the next one.
 */
export function createWalSync(folder: string, syncPath: SyncPath = datasync) {
  /** Modification times of segments at their last flush. */
  let flushed = new Map<string, number>();
  let known = new Set<string>();
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  async function flush() {
    const stamps = new Map<string, number>();
    const segments = new Set<string>();
    for (const name of (await readdir(folder)).filter((entry) => /^[0-9A-F]{24}$/.test(entry))) {
      const path = join(folder, name);
      const { mtimeMs, ino } = await stat(path);
      const segment = `${name} ${ino}`;
      const now = Date.now();
      segments.add(segment);
      if (flushed.get(segment) !== mtimeMs) await syncPath(path);
      if (now - mtimeMs > stampResolutionMs) stamps.set(segment, mtimeMs);
    }
    // After a power cut a new segment exists only if the folder's list was flushed, too.
    if ([...segments].some((segment) => !known.has(segment))) await syncPath(folder);
    flushed = stamps;
    known = segments;
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
