import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sha256 } from '../hash.ts';

/**
 * Copies files that never change, and answers the SHA-256 of each. What is one file under several names (a page that
 * ten releases share) is read once, and is one file again where the copies are.
 */
export function createCopier(mode: number): (source: string, target: string) => Promise<string> {
  const known = new Map<string, { path: string; checksum: string }>();
  return async (source, target) => {
    const { dev, ino, nlink } = await stat(source);
    const twin = known.get(`${dev} ${ino}`);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    if (twin) {
      // Not every file system knows links, and none knows endlessly many.
      await link(twin.path, target).catch(() => copyFile(twin.path, target));
      return twin.checksum;
    }
    const bytes = await readFile(source);
    await writeFile(target, bytes, { mode });
    const checksum = sha256(bytes);
    if (nlink > 1) known.set(`${dev} ${ino}`, { path: target, checksum });
    return checksum;
  };
}

/** SHA-256 of a file, hex. A file under several names is read once. */
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
