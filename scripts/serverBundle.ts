import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/server');

/** The scripts that load the API. */
const scripts = ['start', 'migrate', 'seed', 'backup', 'restore', 'reseal', 'doctor'].map(
  (name) => `scripts/${name}.ts`,
);
/** What the API starts in processes and threads of its own. */
export const children = [
  'src/demo/prepareDatabase.ts',
  'src/api/documents/pdf.worker.ts',
  'src/api/publish/renderer/bundleProcess.ts',
  'src/api/publish/renderer/renderProcess.ts',
];

/** Files a bundle may be made of. package-lock.json stands for node_modules. */
const sources = ['src/{api,contract,demo,shared,web,content}/**/*.{ts,json}', 'scripts/*.ts'];

const listSources = (): string[] => globSync(sources, { cwd: root, exclude: ['**/migrations/**'] }).sort();

function fingerprint(): string {
  const hash = createHash('sha256').update(process.version).update(root);
  for (const file of ['package-lock.json', ...listSources()]) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('base64url').slice(0, 22);
}

/** Packages that read files of their own folder, or are loaded when they are needed. */
const external = /^(?:node:|astro|vite|sharp$|pdfkit$|pg-native$|@electric-sql\/|@node-rs\/)/;

/** Keeps `import.meta.url` true: files are found beside their source, processes and threads beside the bundle. */
export function keepPlaces(code: string, id: string): string {
  return code.replaceAll(
    /new URL\('\.\/([\w.]+)\.ts', import\.meta\.url\)|new URL\(import\.meta\.url\)|import\.meta\.url/g,
    (found, name) => {
      if (name ? children.some((file) => basename(file, '.ts') === name) : found.startsWith('new URL(')) {
        return found.replace('.ts', '.js');
      }
      return found.replace('import.meta.url', JSON.stringify(pathToFileURL(id).href));
    },
  );
}

/** Keeps the newest bundles and those of a day: a product that still runs loads parts of its own later. */
export async function removeOld(folder = cache): Promise<void> {
  const byAge = globSync('*', { cwd: folder }).map((name) => ({ name, made: statSync(join(folder, name)).mtimeMs }));
  for (const { name, made } of byAge.sort((a, b) => b.made - a.made).slice(3)) {
    if (Date.now() - made < 24 * 3600 * 1000) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Finds or makes the bundle of the scripts, the API and its packages; returns its folder. Loading six hundred files
 * takes two seconds of every start, loading the bundle a fifth of that (docs/decisions/013-start-from-a-bundle.md).
 */
export async function ensureServerBundle(): Promise<string> {
  const folder = join(cache, fingerprint());
  if (existsSync(folder)) return folder;
  const { rolldown } = await import('rolldown');
  const work = join(cache, `.work-${process.pid}`);
  try {
    const bundle = await rolldown({
      cwd: root,
      input: Object.fromEntries([...scripts, ...children].map((file) => [basename(file, '.ts'), join(root, file)])),
      platform: 'node',
      external,
      logLevel: 'silent',
      plugins: [
        { name: 'keep-places', transform: (code, id) => (id.includes('node_modules') ? null : keepPlaces(code, id)) },
      ],
    });
    const { output } = await bundle.write({ dir: work, format: 'esm' });
    const inputs = output.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []));
    const known = new Set(listSources().map((file) => join(root, file)));
    const unknown = inputs.filter((id) => id.startsWith(root) && !id.includes('node_modules') && !known.has(id));
    // A change of these would go unnoticed.
    if (unknown.length) throw new Error(`The fingerprint of the bundle leaves out ${unknown.join(', ')}.`);
    await mkdir(cache, { recursive: true });
    // Another process may have made the same bundle first.
    await rename(work, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
    await removeOld();
    return folder;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
