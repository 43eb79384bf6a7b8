import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import { pictureFiles } from '../../shared/pictures.ts';
import { makeFolder } from '../db/folder.ts';
import { sha256 } from '../hash.ts';
import { listReleaseFiles } from '../publish/release.ts';
import type { Storage } from '../storage/storage.ts';
import { createCopier, createHasher } from './copies.ts';
import type { Table, Write } from './dump.ts';
import {
  BackupFault,
  databaseFile,
  keyBeside,
  type Manifest,
  manifestFile,
  schemaOfThisCode,
  sumsFile,
} from './manifest.ts';

/** What a backup is made from. */
export interface Source {
  /** Writes the database's dump. */
  dump: (write: Write) => Promise<void>;
  storage: Storage;
  /** DATA_DIR/releases. */
  releases: string;
  /** Marks of the keys that open the messages, and the file they are in, if they are in one. */
  keys: string[];
  keyFile: string | undefined;
}

/** What was saved; `missing` names files of pictures that the storage no longer has. */
export interface Saved {
  rows: number;
  pictures: number;
  releases: number;
  missing: string[];
}

/** What the dump says there is beside it. */
interface Named {
  rows: Manifest['rows'];
  media: string[];
  releases: string[];
}

const unfinished = '.unfinished';
const day = 24 * 3_600_000;

/**
 * Makes `folder`, for the owner's eyes only, and beside it a copy of the key file. It gets its name when it is complete;
 * without that, nothing is left.
 */
export async function writeBackup(source: Source, folder: string, now: Date): Promise<Saved> {
  const draft = `${folder}${unfinished}`;
  await sweep(dirname(folder), now);
  try {
    makeFolder(join(draft, 'media'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BackupFault(`${dirname(folder)} cannot be written (${code}): name another folder for the backup.`);
  }
  try {
    const sums = new Map<string, string>();
    const named = await writeDump(source, join(draft, databaseFile));
    sums.set(databaseFile, await createHasher()(join(draft, databaseFile)));
    const missing = await savePictures(source.storage, named.media, draft, sums);
    const releases = await saveReleases(source.releases, named.releases, draft, sums);
    const text = [...sums].map(([path, sum]) => `${sum}  ${path}\n`).join('');
    await writeFile(join(draft, sumsFile), text, { mode: 0o600, flush: true });
    const manifest: Manifest = {
      format: 1,
      made_at: now.toISOString(),
      schema: schemaOfThisCode(),
      rows: named.rows,
      keys: source.keys,
      sums: sha256(text),
    };
    await writeFile(join(draft, manifestFile), JSON.stringify(manifest, null, 1), { mode: 0o600, flush: true });
    if (source.keyFile)
      await writeFile(keyBeside(folder), await readFile(source.keyFile), { mode: 0o600, flush: true });
    await rename(draft, folder);
    const rows = Object.values(named.rows).reduce((sum, count) => sum + count, 0);
    return { rows, pictures: named.media.length, releases, missing };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Removes what backups that were killed left behind, a day later: another one may be at work. */
async function sweep(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith('backup-') || !name.endsWith(unfinished)) continue;
    const path = join(folder, name);
    if (now.getTime() - (await stat(path)).mtimeMs > day) await rm(path, { recursive: true, force: true });
  }
}

async function savePictures(storage: Storage, pictures: string[], draft: string, sums: Map<string, string>) {
  const missing: string[] = [];
  const hashOf = createHasher();
  for (const name of pictures.flatMap((picture) => pictureFiles(`/media/${picture}.webp`))) {
    const path = join('media', name);
    const bytes = await storage.get(name);
    if (!bytes) {
      missing.push(name);
      continue;
    }
    await writeFile(join(draft, path), bytes, { mode: 0o600 });
    sums.set(path, await hashOf(join(draft, path)));
  }
  return missing;
}

/** Saves the releases that are on this machine; answers how many. */
async function saveReleases(folder: string, names: string[], draft: string, sums: Map<string, string>) {
  const copy = createCopier(0o600);
  let saved = 0;
  for (const name of names.map((entry) => basename(entry))) {
    const files = await listReleaseFiles(folder, name);
    const copied = new Map<string, string>();
    try {
      for (const file of files) {
        const path = join('releases', file);
        copied.set(path, await copy(join(folder, file), join(draft, path)));
      }
    } catch (error) {
      // Forgotten by the product meanwhile. What was copied stays, unnamed: later releases may share it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      continue;
    }
    for (const [path, sum] of copied) sums.set(path, sum);
    if (files.length) saved += 1;
  }
  return saved;
}

/** Writes the dump, and picks out of it how many rows there are and which pictures and releases belong to them. */
async function writeDump({ dump }: Source, path: string): Promise<Named> {
  const gzip = createGzip();
  const out = gzip.pipe(createWriteStream(path, { mode: 0o600, flush: true }));
  const written = once(out, 'close');
  // A full disk must end the waiting for room as well; `written` throws what happened.
  out.on('error', (error) => gzip.destroy(error));
  written.catch(() => {});
  gzip.on('error', () => {});
  const named: Record<string, string[]> = { media: [], releases: [] };
  let rows: Manifest['rows'] | undefined;
  let pick = (_values: string[]) => {};
  await dump(async (line) => {
    if (gzip.destroyed) await written;
    if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written]);
    if (line.startsWith('[')) return pick(JSON.parse(line));
    const head = JSON.parse(line) as { table?: Table; end?: Manifest['rows'] };
    const names = named[head.table?.name ?? ''];
    const at = head.table?.columns.findIndex(({ name }) => name === 'name') ?? -1;
    pick = (values) => void names?.push(values[at] as string);
    rows = head.end;
  });
  gzip.end();
  await written;
  if (!rows) throw new BackupFault('The database stopped in the middle: no backup was made. Try again.');
  return { rows, media: named.media as string[], releases: named.releases as string[] };
}
