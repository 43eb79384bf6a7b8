import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What pages are made of, apart from content. The API's own code shows on no page. */
const sources = ['src/**/*', 'public/**/*', 'astro.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];
const outside = /^src\/api\//;

/** Variables that pages carry words of. */
const variables = /^(SITE_URL$|PUBLIC_)/;

/** The site's own files, by their paths below the root, in order. */
export function findSources(root: string): string[] {
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.replace(/\/?$/, '/').length))
    .filter((file) => !outside.test(file));
  return [...new Set(files)].sort();
}

/**
 * Fingerprint of everything but content that decides how pages look: the site's files and the variables it is built
 * with. The same fingerprint renders the same content into the same bytes.
 */
export async function readCode(root: string, environment: Record<string, string>): Promise<string> {
  const hash = createHash('sha256');
  for (const file of findSources(root)) {
    hash.update(`${file}\0`).update(await readFile(join(root, file)));
  }
  for (const name of Object.keys(environment)
    .filter((item) => variables.test(item))
    .sort()) {
    hash.update(`${name}=${environment[name]}\0`);
  }
  return hash.digest('base64url').slice(0, 22);
}
