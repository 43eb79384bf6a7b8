import { linkSync, mkdirSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compress } from '../compress.ts';
import { encodings, type FileEntry, type Manifest } from '../release.ts';
import { hashOf } from './pages.ts';

/** A file and its compressed forms, as they lie in a folder. */
const forms = (file: string, [, , br, gz]: FileEntry) => [
  file,
  ...(br ? [`${file}.br`] : []),
  ...(gz ? [`${file}.gz`] : []),
];

/** Gives `target` the same files as `source` without copying a byte. They must never be written to in place. */
export function linkFiles(source: string, target: string, files: Manifest['files']): void {
  const made = new Set<string>();
  for (const [file, entry] of Object.entries(files)) {
    const folder = dirname(join(target, file));
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    for (const form of forms(file, entry)) linkSync(join(source, form), join(target, form));
  }
}

/** Takes a file and its compressed forms out of a folder. */
export function removeFile(folder: string, file: string): void {
  for (const form of [file, ...encodings.map((encoding) => `${file}.${encoding}`)]) {
    rmSync(join(folder, form), { force: true });
  }
}

/** Writes a file new, with its compressed forms: what other releases link to stays as it is. */
export async function writeFileNew(folder: string, file: string, data: Buffer, quality: number): Promise<FileEntry> {
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  const compressed = await compress(file, data, quality);
  removeFile(folder, file);
  await writeFile(path, data);
  if (compressed)
    await Promise.all(encodings.map((encoding) => writeFile(`${path}.${encoding}`, compressed[encoding])));
  return [hashOf(data), data.length, compressed?.br.length ?? 0, compressed?.gz.length ?? 0];
}

/** Compresses what bundling left behind, and lists it. Astro's own working folders start with a dot. */
export async function readBundle(bundle: string): Promise<Manifest['files']> {
  const files: Manifest['files'] = {};
  for (const entry of await readdir(bundle, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const file = path.slice(bundle.length + 1);
    if (!entry.isFile() || file.startsWith('.') || /\.(?:br|gz)$/.test(file)) continue;
    files[file] = await writeFileNew(bundle, file, await readFile(path), 10);
  }
  return files;
}

/**
 * A copy of the newest release made ahead of time, so that the next one need not wait for ten thousand links.
 * Nothing is lost with it: without one the links are made when they are needed.
 */
export function createStage(folder: string) {
  let staged: string | undefined;
  return {
    async prepare(releases: string, name: string, files: Manifest['files']) {
      staged = undefined;
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      linkFiles(join(releases, name), folder, files);
      staged = name;
    },
    /** Makes `target` a copy of the release `name`. */
    async use(releases: string, name: string, files: Manifest['files'], target: string) {
      const ready = staged === name && (await stat(folder).catch(() => undefined));
      staged = undefined;
      if (ready) return rename(folder, target);
      await mkdir(target, { recursive: true });
      linkFiles(join(releases, name), target, files);
    },
  };
}
