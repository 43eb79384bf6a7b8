import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createGzip } from 'node:zlib';
import { pictureFiles } from '../../shared/pictures.ts';
import { dayMs } from '../../shared/time.ts';
import { makeFolder } from '../db/folder.ts';
import { keyFingerprint } from '../encryption/encryption.ts';
import { sha256 } from '../hash.ts';
import { listReleaseFiles } from '../publish/release.ts';
import type { Storage } from '../storage/storage.ts';
import type { Table, WriteLine } from './databaseDump.ts';
import { createCopier, createHasher } from './files.ts';
import {
  BackupError,
  checksumsFile,
  countMigrations,
  databaseFile,
  keyPathOf,
  type Manifest,
  manifestFile,
  signManifest,
  type VerifiedBackup,
} from './readBackup.ts';

/** What goes into a backup. */
interface BackupSource {
  dump: (write: WriteLine) => Promise<void>;
  storage: Storage;
  /** DATA_DIR/releases. */
  releases: string;
  /** The keys that open what is encrypted, oldest first; the newest signs the backup. */
  keys: Buffer[];
  /** The file that holds them, if they are not in the environment. */
  keyFile: string | undefined;
}

/** What was saved; `missing` names files of pictures that the storage does not have. */
export interface BackupReport {
  rows: number;
  pictures: number;
  releases: number;
  missing: string[];
}

/** Row counts, version, pictures and releases that a dump contains. */
type DumpSummary = Pick<VerifiedBackup, 'rows' | 'schema' | 'media' | 'releases'>;

const unfinishedSuffix = '.unfinished';

/**
 * Writes a backup to `folder`, readable by the owner only, and a copy of the key file beside it. The folder gets its
 * name when it is complete; if writing fails nothing is left.
 */
export async function writeBackup(source: BackupSource, folder: string, now: Date): Promise<BackupReport> {
  const unfinished = `${folder}${unfinishedSuffix}`;
  await deleteUnfinishedBackups(dirname(folder), now);
  try {
    makeFolder(join(unfinished, 'media'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BackupError(`${dirname(folder)} cannot be written (${code}): name another folder for the backup.`);
  }
  try {
    const checksums = new Map<string, string>();
    const content = await saveDatabase(source, join(unfinished, databaseFile));
    checksums.set(databaseFile, await createHasher()(join(unfinished, databaseFile)));
    const missing = await savePictures(source.storage, content.media, unfinished, checksums);
    const releases = await saveReleases(source.releases, content.releases, unfinished, checksums);
    const text = [...checksums].map(([path, checksum]) => `${checksum}  ${path}\n`).join('');
    await writeFile(join(unfinished, checksumsFile), text, { mode: 0o600, flush: true });
    const manifest: Manifest = {
      format: 2,
      made_at: now.toISOString(),
      schema: content.schema,
      rows: content.rows,
      keys: source.keys.map(keyFingerprint),
      sums: sha256(text),
    };
    const newest = source.keys.at(-1);
    const signed: Manifest = newest ? { ...manifest, signature: signManifest(manifest, newest) } : manifest;
    await writeFile(join(unfinished, manifestFile), JSON.stringify(signed, null, 1), { mode: 0o600, flush: true });
    if (source.keyFile)
      await writeFile(keyPathOf(folder), await readFile(source.keyFile), { mode: 0o600, flush: true });
    await rename(unfinished, folder);
    const rows = Object.values(content.rows).reduce((sum, count) => sum + count, 0);
    return { rows, pictures: content.media.length, releases, missing };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Deletes what killed backups left behind. Waits a day, because another backup may be running. */
async function deleteUnfinishedBackups(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith('backup-') || !name.endsWith(unfinishedSuffix)) continue;
    const path = join(folder, name);
    if (now.getTime() - (await stat(path)).mtimeMs > dayMs) await rm(path, { recursive: true, force: true });
  }
}

async function savePictures(storage: Storage, pictures: string[], unfinished: string, checksums: Map<string, string>) {
  const missing: string[] = [];
  const hash = createHasher();
  for (const name of pictures.flatMap((picture) => pictureFiles(`/media/${picture}.webp`))) {
    const path = join('media', name);
    const bytes = await storage.get(name);
    if (!bytes) {
      missing.push(name);
      continue;
    }
    await writeFile(join(unfinished, path), bytes, { mode: 0o600 });
    checksums.set(path, await hash(join(unfinished, path)));
  }
  return missing;
}

/** Copies the releases that are on this machine; returns how many. */
async function saveReleases(folder: string, names: string[], unfinished: string, checksums: Map<string, string>) {
  const copy = createCopier(0o600);
  let saved = 0;
  for (const name of names.map((entry) => basename(entry))) {
    const files = await listReleaseFiles(folder, name);
    const copied = new Map<string, string>();
    try {
      for (const file of files) {
        const path = join('releases', file);
        copied.set(path, await copy(join(folder, file), join(unfinished, path)));
      }
    } catch (error) {
      // The product deleted the release meanwhile. Copied files stay because later releases may share them.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      continue;
    }
    for (const [path, checksum] of copied) checksums.set(path, checksum);
    if (files.length) saved += 1;
  }
  return saved;
}

/** Writes the compressed dump, and collects from its lines which pictures and releases to copy. */
async function saveDatabase({ dump }: BackupSource, path: string): Promise<DumpSummary> {
  const gzip = createGzip();
  const out = gzip.pipe(createWriteStream(path, { mode: 0o600, flush: true }));
  const written = once(out, 'close');
  // A full disk must also end the wait for `drain`; `written` rejects with the error.
  out.on('error', (error) => gzip.destroy(error));
  written.catch(() => {});
  gzip.on('error', () => {});
  const names: Record<string, string[]> = { media: [], releases: [] };
  let rows: Manifest['rows'] | undefined;
  let schema: string | undefined;
  let collectName = (_values: string[]) => {};
  await dump(async (line) => {
    if (gzip.destroyed) await written;
    if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), written]);
    if (line.startsWith('[')) return collectName(JSON.parse(line));
    const head = JSON.parse(line) as { table?: Table; end?: Manifest['rows']; schema?: string };
    const namesOfTable = names[head.table?.name ?? ''];
    const column = head.table?.columns.findIndex(({ name }) => name === 'name') ?? -1;
    collectName = (values) => void namesOfTable?.push(values[column] as string);
    rows = head.end;
    schema = head.schema;
  });
  gzip.end();
  await written;
  if (!rows) throw new BackupError('The database stopped in the middle: no backup was made. Try again.');
  if (!schema || !countMigrations(schema)) {
    throw new BackupError(
      'The database, or the process that has it open, is of another version than this code: no backup was made, as none could be restored. Start the product again first, or use the code it was started with.',
    );
  }
  return { rows, schema, media: names.media as string[], releases: names.releases as string[] };
}
