import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { compress } from '../compress.ts';
import { encodings, type FileEntry, type Manifest } from '../release.ts';
import { hashOf } from './pages.ts';

/** A file and its compressed forms, as they lie in a folder. */
const forms = (file: string, [, , br, gz]: FileEntry) => [
  file,
  ...(br ? [`${file}.br`] : []),
  ...(gz ? [`${file}.gz`] : []),
];

/** Makes the folders that files lie in. */
export function makeFolders(folder: string, files: string[]): void {
  for (const inside of new Set(files.map(dirname))) mkdirSync(join(folder, inside), { recursive: true });
}

/** Links take some microseconds each; after those of so many files whatever else waits has its turn. */
const inOneGo = 20;

/** Gives `target` the same files as `source` without copying a byte. They must never be written to in place. */
export async function linkFiles(
  source: string,
  target: string,
  files: Manifest['files'],
  signal?: AbortSignal,
): Promise<void> {
  makeFolders(target, Object.keys(files));
  for (const [index, [file, entry]] of Object.entries(files).entries()) {
    if (index % inOneGo === 0) await setImmediate(undefined, { signal });
    for (const form of forms(file, entry)) linkSync(join(source, form), join(target, form));
  }
}

/** Takes a file and its compressed forms out of a folder. */
export function removeFile(folder: string, file: string): void {
  for (const form of [file, ...encodings.map((encoding) => `${file}.${encoding}`)]) {
    rmSync(join(folder, form), { force: true });
  }
}

/**
 * Writes a file with its compressed forms into a folder that has none of that name: what lies there may be linked to by
 * other releases, and must be taken out before.
 */
export async function writeFileNew(folder: string, file: string, data: Buffer, quality: number): Promise<FileEntry> {
  const path = join(folder, file);
  const compressed = await compress(file, data, quality);
  writeFileSync(path, data, { flag: 'wx' });
  for (const encoding of compressed ? encodings : []) {
    writeFileSync(`${path}.${encoding}`, compressed?.[encoding] as Buffer, { flag: 'wx' });
  }
  return [hashOf(data), data.length, compressed?.br.length ?? 0, compressed?.gz.length ?? 0];
}

/** Compresses what bundling left behind, and lists it. Astro's own working folders start with a dot. */
export async function readBundle(bundle: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = {};
  for (const entry of await readdir(bundle, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const file = path.slice(bundle.length + 1);
    if (!entry.isFile() || file.startsWith('.') || /\.(?:br|gz)$/.test(file)) continue;
    const data = await readFile(path);
    removeFile(bundle, file);
    files[file] = await writeFileNew(bundle, file, data, 10);
  }
  return files;
}
