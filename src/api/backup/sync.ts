import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Has the disk keep what is in a folder before anything is said about it; with `deep` also in the folders in it. */
export async function syncFolder(folder: string, deep = true): Promise<void> {
  const entries = deep ? await readdir(folder, { withFileTypes: true, recursive: true }) : [];
  const inside = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  for (const path of [...inside.map((entry) => join(entry.parentPath, entry.name)), folder]) {
    const handle = await open(path, 'r');
    // Some file systems keep no books of folders of their own.
    await handle.sync().catch(() => {});
    await handle.close();
  }
}
