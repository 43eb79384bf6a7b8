import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sha256Short } from '../../hash.ts';
import { compressSmallest, isCompressible } from '../../http/compress.ts';
import type { FileEntry, Manifest } from '../release.ts';

/** Hash of a file's bytes, as manifests hold it. */
export const hashOf = (data: Buffer | string): string => sha256Short(data).slice(0, 27);

/** Names of a file and its Brotli form. */
const formsOf = (file: string, [, , br]: FileEntry) => (br ? [file, `${file}.br`] : [file]);

export function createFolders(folder: string, files: string[]): void {
  for (const inside of new Set(files.map(dirname))) mkdirSync(join(folder, inside), { recursive: true });
}

/** Number of files after which linking lets other work of this process run. */
const linksPerTurn = 20;

/** Hard-links the files of `source` into `target`. Linked files must never be written to in place. */
export async function linkFiles(
  source: string,
  target: string,
  files: Manifest['files'],
  signal?: AbortSignal,
): Promise<void> {
  createFolders(target, Object.keys(files));
  for (const [index, [file, entry]] of Object.entries(files).entries()) {
    if (index % linksPerTurn === 0) await setImmediate(undefined, { signal });
    for (const form of formsOf(file, entry)) linkSync(join(source, form), join(target, form));
  }
}

export function removeFile(folder: string, file: string): void {
  for (const form of [file, `${file}.br`]) rmSync(join(folder, form), { force: true });
}

/** Writes a new file. One of the same name must be removed first: it may be a link. */
export function writeNewFile(folder: string, file: string, data: Buffer): FileEntry {
  writeFileSync(join(folder, file), data, { flag: 'wx' });
  return [hashOf(data), data.length, 0];
}

/** Compresses and lists the client files of a bundle. Names with a leading dot are Astro's own. */
export async function compressClientFiles(folder: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const file = path.slice(folder.length + 1);
    if (!entry.isFile() || file.startsWith('.') || file.endsWith('.br')) continue;
    const data = await readFile(path);
    const compressed = isCompressible(file, data.length) ? await compressSmallest(data) : undefined;
    if (compressed) writeFileSync(`${path}.br`, compressed);
    files[file] = [hashOf(data), data.length, compressed?.length ?? 0];
  }
  return files;
}
