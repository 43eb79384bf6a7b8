import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Stores the files of pictures. A name always has the same content. */
export interface Storage {
  put(name: string, data: Buffer, type: string): Promise<void>;
  /** The file's bytes, or undefined. */
  get(name: string): Promise<Buffer | undefined>;
  remove(name: string): Promise<void>;
  /** Throws if files cannot be stored right now. */
  check(): Promise<void>;
  /** The address of a file in the database and in replies. */
  url(name: string): string;
  /** Where browsers load files from directly, if they can: `<publicUrl>/<name>`. */
  publicUrl?: string;
}

/** Stores files in a folder; this process serves them under /media. */
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
