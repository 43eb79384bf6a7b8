import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those it lies in, for this user alone. Throws what the system says; mkdir with `recursive` asks for
 * ever where nothing can be made (/proc).
 */
export function makeFolder(path: string): void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isThere()) return;
  const parent = dirname(path);
  if (!statSync(parent, { throwIfNoEntry: false })) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isThere()) throw error;
  }
}
