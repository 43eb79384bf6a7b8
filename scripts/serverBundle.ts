import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
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

/** Everything a bundle is made of. package-lock.json stands for node_modules. */
const sources = ['src/{api,contract,demo,shared}/**/*.ts', 'src/web/**/*.ts', 'src/content/**/*.ts', 'scripts/*.ts'];

function fingerprint(): string {
  const hash = createHash('sha256').update(process.version).update(root);
  for (const file of ['package-lock.json', ...globSync(sources, { cwd: root }).sort()]) {
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
        {
          name: 'keep-places',
          transform: (code, id) => (id.includes('node_modules') ? null : keepPlaces(code, id)),
        },
      ],
    });
    await bundle.write({ dir: work, format: 'esm' });
    await mkdir(cache, { recursive: true });
    // Another process may have made the same bundle first.
    await rename(work, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
