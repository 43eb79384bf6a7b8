import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files pages are made of, apart from content. Of the API only the renderer decides how pages look. */
const sources = ['src/**/*', 'public/**/*', 'astro.config.mjs', 'package.json', 'package-lock.json', 'tsconfig.json'];
const excluded = /^src\/api\/(?!publish\/renderer\/)/;

/** The variables pages are built with. */
const variables = /^(SITE_URL$|PUBLIC_)/;

/** Lists the site's source files by their path below the root, sorted. */
export function listSourceFiles(root: string): string[] {
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.replace(/\/?$/, '/').length))
    .filter((file) => !excluded.test(file));
  return [...new Set(files)].sort();
}

/** Fingerprint of everything but content that decides how pages look: the source files and the public variables. */
export async function fingerprintSite(root: string, environment: Record<string, string>): Promise<string> {
  const hash = createHash('sha256');
  for (const file of listSourceFiles(root)) {
    hash.update(`${file}\0`).update(await readFile(join(root, file)));
  }
  const names = Object.keys(environment).filter((name) => variables.test(name));
  for (const name of names.sort()) hash.update(`${name}=${environment[name]}\0`);
  return hash.digest('base64url').slice(0, 22);
}
