import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where files of pictures are kept. Names are immutable: a file once put never changes. */
export interface Storage {
  put(name: string, data: Buffer, type: string): Promise<void>;
  /** The file's bytes, or undefined. */
  get(name: string): Promise<Buffer | undefined>;
  remove(name: string): Promise<void>;
  /** Throws when files cannot be kept right now. */
  check(): Promise<void>;
  /** The address of a file as it is kept in the database and answered. */
  url(name: string): string;
  /** Where browsers get files without us, if they can: an address with nothing behind it but `/<name>`. */
  publicUrl?: string;
}

/** Files in a folder, served by this process under /media. */
export function createDiskStorage(folder: string): Storage {
  return {
    async put(name, data) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      const file = await open(path, 'w', 0o644);
      try {
        await file.writeFile(data);
        await file.datasync();
      } finally {
        await file.close();
      }
    },
    get: (name) =>
      readFile(join(folder, name)).catch((error) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    remove: (name) => rm(join(folder, name), { force: true }),
    async check() {
      await mkdir(folder, { recursive: true });
      await stat(folder);
    },
    url: (name) => `/media/${name}`,
  };
}
