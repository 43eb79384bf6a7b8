import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Creates a folder and its parents for this user alone. Throws the system's error. Node's `mkdir` with `recursive` is
 * not used because it never returns where nothing can be created (/proc).
 */
export function makeFolder(path: string): void {
  const exists = () => statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (exists()) return;
  const parent = dirname(path);
  if (!statSync(parent, { throwIfNoEntry: false })) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!exists()) throw error;
  }
}

/**
 * Throws where root would make files in somebody else's DATA_DIR: that user could not open them. Whose database is in
 * it runs the product: root itself, in a container whose folder is another user's.
 */
export function requireOwner(dataDir: string): void {
  const path = [join(dataDir, 'db'), dataDir].find(existsSync);
  const owner = path && statSync(path).uid;
  if (process.getuid?.() === 0 && owner) {
    throw new Error(`${path} belongs to user ${owner}: run this as that user, whom files made by root would lock out`);
  }
}

/** Closes a folder to everybody but its owner; left as it is where that is somebody else. */
export function closeFolder(path: string): void {
  try {
    chmodSync(path, 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
