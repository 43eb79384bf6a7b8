import { constants, existsSync } from 'node:fs';
import { access, copyFile, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listSourceFiles } from '../siteFingerprint.ts';

/**
 * Returns a folder where Astro can build the project. Astro writes into `.astro` there; if this user may not (a service
 * whose code is read-only), the site's files are copied into `work`, with a link to the packages.
 */
export async function openProject(root: string, work: string): Promise<string> {
  if (await canWrite(join(root, '.astro'))) return root;
  const copy = join(work, 'project');
  for (const file of listSourceFiles(root)) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await copyFile(join(root, file), join(copy, file));
  }
  await symlink(findPackages(root), join(copy, 'node_modules'));
  return copy;
}

async function canWrite(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Finds the nearest node_modules, as Node does. */
function findPackages(folder: string): string {
  const packages = join(folder, 'node_modules');
  return existsSync(packages) || dirname(folder) === folder ? packages : findPackages(dirname(folder));
}
