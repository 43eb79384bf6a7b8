import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Manifest } from '../release.ts';
import { BuildError } from './messages.ts';

const requiredFiles = ['index.html', '404.html'];
const textExtensions = new Set(['.html', '.css', '.js', '.xml', '.json', '.webmanifest']);

/**
 * Checks a release on disk before it is served: required pages, every address of the sitemap, the contents of the new
 * files that no page was rendered into. A sitemap may still name pages that are `gone`. Throws BuildError for the first
 * thing that is missing.
 */
export async function checkRelease(
  folder: string,
  { files, pages }: Manifest,
  newAssets: string[],
  gone: Set<string>,
): Promise<void> {
  for (const file of requiredFiles) if (!files[file]) throw new BuildError(`${file} eksik.`);
  for (const file of newAssets) checkContent(file, await readFile(join(folder, file)), files);
  for (const file of Object.keys(files).filter((name) => /^sitemap[\w-]*\.xml$/.test(name))) {
    for (const [, address = ''] of (await readFile(join(folder, file), 'utf8')).matchAll(
      /<loc>\s*([^<\s]+)\s*<\/loc>/g,
    )) {
      const path = decodeURI(new URL(address).pathname);
      if (!pages[path] && !files[path.slice(1)] && !gone.has(path))
        throw new BuildError(`Site haritasındaki ${path} sayfası eksik.`);
    }
  }
}

/** Checks that a file is whole and that every `/_astro/` file it names is among `files`. Throws BuildError. */
export function checkContent(file: string, data: Buffer, files: Manifest['files']): void {
  if (!textExtensions.has(extname(file))) return;
  const content = data.toString();
  if (file.endsWith('.html') && !content.includes('</html>')) throw new BuildError(`${file} yarım kalmış.`);
  for (const [reference] of content.matchAll(/(?<=[\s"'(=,])\/_astro\/[\w./@~-]+/g)) {
    if (!files[reference.slice(1)]) throw new BuildError(`${file}, olmayan ${reference} dosyasını istiyor.`);
  }
}

/** What may stand between two signs of an IBAN on a page. */
const gap = '(?:<[^>]*>|&nbsp;|\\s)*';

/** Says in Turkish which of these pages shows one of these IBANs, however it is grouped; undefined if none does. */
export async function findForbidden(folder: string, files: string[], ibans: string[]): Promise<string | undefined> {
  if (!ibans.length) return undefined;
  const patterns = ibans.map((iban) => ({ iban, pattern: new RegExp([...iban].join(gap)) }));
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const content = await readFile(join(folder, file), 'utf8');
    const found = patterns.find(({ pattern }) => pattern.test(content));
    if (found) return `${file} eski hesap numarasını gösteriyor (${found.iban}).`;
  }
  return undefined;
}
