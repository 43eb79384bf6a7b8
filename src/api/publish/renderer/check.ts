import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Manifest } from '../release.ts';
import { BuildFault } from './messages.ts';

/** Every site must have these. */
const required = ['index.html', '404.html'];
const text = new Set(['.html', '.css', '.js', '.xml', '.json', '.webmanifest']);

/**
 * Looks at a release as it lies on the disk before anybody is served it: the pages every site has, every address of
 * the sitemap, every `/_astro/` reference. `changed` are the files to open; the others were looked at when they were
 * made. Throws BuildFault for the first thing that is missing.
 */
export async function checkRelease(folder: string, { files, pages }: Manifest, changed: string[]): Promise<void> {
  for (const file of required) if (!files[file]) throw new BuildFault(`${file} eksik.`);
  for (const file of changed) await checkFile(folder, file, files);
  for (const file of Object.keys(files).filter((name) => /^sitemap[\w-]*\.xml$/.test(name))) {
    for (const [, address = ''] of (await readFile(join(folder, file), 'utf8')).matchAll(
      /<loc>\s*([^<\s]+)\s*<\/loc>/g,
    )) {
      const path = decodeURI(new URL(address).pathname);
      if (!pages[path] && !files[path.slice(1)]) throw new BuildFault(`Site haritasındaki ${path} sayfası eksik.`);
    }
  }
}

async function checkFile(folder: string, file: string, files: Manifest['files']): Promise<void> {
  const [, size, br, gz] = files[file] ?? ['', -1, 0, 0];
  const sizes = [[file, size] as const, [`${file}.br`, br] as const, [`${file}.gz`, gz] as const];
  for (const [form, bytes] of sizes) {
    if (bytes && (await stat(join(folder, form)).catch(() => undefined))?.size !== bytes) {
      throw new BuildFault(`${form} yarım kalmış.`);
    }
  }
  if (!text.has(extname(file))) return;
  const content = await readFile(join(folder, file), 'utf8');
  if (file.endsWith('.html') && !content.includes('</html>')) throw new BuildFault(`${file} yarım kalmış.`);
  for (const [reference] of content.matchAll(/(?<=[\s"'(=,])\/_astro\/[\w./@~-]+/g)) {
    if (!files[reference.slice(1)]) throw new BuildFault(`${file}, olmayan ${reference} dosyasını istiyor.`);
  }
}
