import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '../hash.ts';

/**
 * Creates a function that copies a file and returns its SHA-256. Files that are hard links of one another (a page that
 * several releases share) are read once, and their copies are hard links again.
 */
export function createCopier(mode: number): (source: string, target: string) => Promise<string> {
  const known = new Map<string, { path: string; checksum: string }>();
  return async (source, target) => {
    const { dev, ino, nlink } = await stat(source);
    const copied = known.get(`${dev} ${ino}`);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    if (copied) {
      // Some file systems have no links, and all limit their number.
      await link(copied.path, target).catch(() => copyFile(copied.path, target));
      return copied.checksum;
    }
    const bytes = await readFile(source);
    await writeFile(target, bytes, { mode });
    const checksum = sha256(bytes);
    if (nlink > 1) known.set(`${dev} ${ino}`, { path: target, checksum });
    return checksum;
  };
}

/** Creates a function that returns the SHA-256 of a file. Hard links of one file are read once. */
export function createHasher(): (path: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (path) => {
    const { dev, ino, nlink } = await stat(path);
    const found = known.get(`${dev} ${ino}`);
    if (found) return found;
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    const checksum = hash.digest('hex');
    if (nlink > 1) known.set(`${dev} ${ino}`, checksum);
    return checksum;
  };
}

/** Flushes a folder to the disk; with `deep` also all files and folders in it. */
export async function syncFolder(folder: string, deep = true): Promise<void> {
  const entries = deep ? await readdir(folder, { withFileTypes: true, recursive: true }) : [];
  const inside = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  for (const path of [...inside.map((entry) => join(entry.parentPath, entry.name)), folder]) {
    const handle = await open(path, 'r');
    // Some file systems cannot flush folders.
    await handle.sync().catch(() => {});
    await handle.close();
  }
}
