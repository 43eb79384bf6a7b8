import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import config from '../astro.config.mjs';

/** What a file imports: packages by name, files by their path from the project's root. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const found = [...source.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g)].map((match) => match[1] as string);
  return found.map((name) => (name.startsWith('.') ? normalize(join(dirname(file), name)) : name));
}

const files = globSync('src/**/*.{ts,tsx,astro}').map((file) => ({ file, imports: importsOf(file) }));

/** Lists `file → import` for every import of `from` that `forbidden` refuses. */
function broken(from: RegExp, forbidden: (name: string, file: string) => boolean): string[] {
  return files
    .filter(({ file }) => from.test(file))
    .flatMap(({ file, imports }) => imports.filter((name) => forbidden(name, file)).map((name) => `${file} → ${name}`));
}

describe('imports that must never exist (ARCHITECTURE.md)', () => {
  test('there are files to look at', () => {
    expect(files.length).toBeGreaterThan(20);
  });

  test('1: the contract imports itself, shared rules and the schema library only; shared rules only each other', () => {
    expect(broken(/^src\/contract\//, (name) => name !== 'zod' && !/^src\/(contract|shared)\//.test(name))).toEqual([]);
    expect(broken(/^src\/shared\//, (name) => name !== 'zod' && !name.startsWith('src/shared/'))).toEqual([]);
  });

  test('2: api and web (with pages) share nothing but contract and shared rules', () => {
    expect(broken(/^src\/api\//, (name) => /^src\/(web|pages)\//.test(name))).toEqual([]);
    expect(broken(/^src\/(web|pages)\//, (name) => name.startsWith('src/api/'))).toEqual([]);
  });

  test('3: routes know no tables, services no Hono', () => {
    expect(broken(/\.routes\.ts$/, (name) => /\.tables\.ts$|^drizzle-orm|^src\/api\/db\//.test(name))).toEqual([]);
    expect(broken(/\.service\.ts$/, (name) => /^hono|^@hono/.test(name))).toEqual([]);
  });

  test('4: a room touches only its own tables; other rooms are asked through their services', () => {
    const foreign = (name: string, file: string) => name.endsWith('.tables.ts') && roomOf(name) !== roomOf(file);
    expect(broken(/^src\/api\/(?!.*\.tables\.ts$)/, foreign)).toEqual([]);
  });

  test('5: stores know no React; pure room files know no store and no http', () => {
    expect(broken(/\.store\.ts$/, (name) => /^react|\.tsx$|^@nanostores\/react/.test(name))).toEqual([]);
    const pure = (file: string) => file.endsWith(`/${roomOf(file)}.ts`);
    expect(
      broken(/^src\/web\/[^/]+\/[^/]+\.ts$/, (name, file) => pure(file) && /\.store\.ts$|web\/http\.ts$/.test(name)),
    ).toEqual([]);
  });

  test('6: only stores call; pages may at build time, and never touch the database', () => {
    expect(broken(/^src\/web\/.*\.tsx$/, (name) => name === 'src/web/http.ts')).toEqual([]);
    expect(broken(/^src\/pages\//, (name) => /^drizzle-orm|^pg$|pglite/.test(name))).toEqual([]);
  });

  test('7: plain parts know no room, public rooms no admin, a room no components of another', () => {
    expect(broken(/^src\/web\/ui\//, (name) => /^src\/web\/(?!ui\/|styles\/|art\/|[^/]+$)/.test(name))).toEqual([]);
    expect(broken(/^src\/web\/(?!admin\/)/, (name) => name.startsWith('src/web/admin/'))).toEqual([]);
    const otherComponents = (name: string, file: string) =>
      /^src\/web\/(?!ui\/|layouts\/)[^/]+\/.*\.(tsx|astro)$/.test(name) && roomOf(name) !== roomOf(file);
    expect(broken(/^src\/web\/(?!layouts\/|admin\/)[^/]+\//, otherComponents)).toEqual([]);
  });

  test('8: the environment is read in one place, nothing depends on tests or scripts, no barrels', () => {
    const readers = files
      .filter(({ file }) => readFileSync(file, 'utf8').includes('process.env'))
      .map(({ file }) => file);
    expect(readers).toEqual([]);
    expect(broken(/^src\//, (name) => /^(tests|scripts)\//.test(name))).toEqual([]);
    expect(files.filter(({ file }) => /\/index\.ts$/.test(file))).toEqual([]);
  });
});

/** A room is the folder two layers down: `orders` in src/api/orders/orders.service.ts. */
function roomOf(file: string): string | undefined {
  return file.split('/')[2];
}

test('the development server knows beforehand what islands import from packages', () => {
  const known = ['react', 'react-dom', 'react-dom/client', ...(config.vite?.optimizeDeps?.include ?? [])];
  // The rich text's cleaning runs while the site is built.
  const built = /^(?:src\/|node:|astro|sanitize-html)/;
  const unknown = (name: string) => !built.test(name) && !known.includes(name) && !name.includes('?');
  expect(broken(/^src\/(?:contract|shared|web)\/.*\.tsx?$/, unknown)).toEqual([]);
});
