import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import config from '../astro.config.mjs';
import { scripts } from '../package.json' with { type: 'json' };

interface SourceFile {
  file: string;
  source: string;
  /** Packages by name, files by their path from the project's root. */
  imports: string[];
}

/** Reads a file with all its imports: static, `import type`, `import()` and `new URL('./x.ts', …)`. */
function readSource(file: string): SourceFile {
  const source = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const found = source.matchAll(/(?<!['"])(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]|new URL\('(\.[^'"\n]+\.ts)'/g);
  const names = [...found].map(([, imported, address]) => (imported ?? address) as string);
  const imports = names.map((name) => (name.startsWith('.') ? normalize(join(dirname(file), name)) : name));
  return { file, source, imports };
}

const files = globSync('src/**/*.{ts,tsx,astro}').map(readSource);

/** The room of a file is the folder two layers down: `orders` in src/api/orders/orders.service.ts. */
const roomOf = (file: string): string | undefined => file.split('/')[2];

/** Lists `file → import` for every import that `isForbidden` refuses, of files whose path matches `from`. */
function findBreaches(from: RegExp, isForbidden: (name: string, file: string) => boolean): string[] {
  return files
    .filter(({ file }) => from.test(file))
    .flatMap(({ file, imports }) =>
      imports.filter((name) => isForbidden(name, file)).map((name) => `${file} → ${name}`),
    );
}

/** Files whose source matches, less those in `allowed`. */
const filesWith = (pattern: RegExp, from: RegExp, allowed: string[] = []): string[] =>
  files
    .filter(({ file, source }) => from.test(file) && pattern.test(source) && !allowed.includes(file))
    .map(({ file }) => file);

/** Groups of files that import each other in a circle (strongly connected components, by Tarjan). */
function findCircles(graph: Map<string, string[]>): string[][] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  function visit(file: string): void {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) circles.push(group.sort());
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

describe('imports', () => {
  test('the contract imports the contract, shared rules and zod only; shared rules import each other and zod', () => {
    expect(files.length).toBeGreaterThan(300);
    const inContract = (name: string) => name !== 'zod' && !/^src\/(contract|shared)\//.test(name);
    expect(findBreaches(/^src\/contract\//, inContract)).toEqual([]);
    expect(findBreaches(/^src\/shared\//, (name) => name !== 'zod' && !name.startsWith('src/shared/'))).toEqual([]);
  });

  test('the API and the web share nothing but contract and shared rules', () => {
    expect(findBreaches(/^src\/api\//, (name) => /^src\/(web|pages)\//.test(name))).toEqual([]);
    expect(findBreaches(/^src\/(web|pages)\//, (name) => name.startsWith('src/api/'))).toEqual([]);
  });

  test('no file is part of a circle of imports, not even of types or lazy imports', () => {
    const names = new Set(files.map(({ file }) => file));
    const graph = new Map(files.map(({ file, imports }) => [file, imports.filter((name) => names.has(name))]));
    expect(findCircles(graph)).toEqual([]);
  });

  test('the development server pre-bundles every package that islands import', () => {
    const known = ['react', 'react-dom', 'react-dom/client', ...(config.vite?.optimizeDeps?.include ?? [])];
    // Rich text is cleaned by sanitize-html while the site is built, never in a browser.
    const notInBrowser = /^(?:src\/|node:|astro|sanitize-html)/;
    const isUnknown = (name: string) => !notInBrowser.test(name) && !known.includes(name) && !name.includes('?');
    expect(findBreaches(/^src\/(?:contract|shared|web)\/.*\.tsx?$/, isUnknown)).toEqual([]);
  });

  test('no file re-exports a folder', () => {
    expect(files.filter(({ file }) => /\/index\.ts$/.test(file))).toEqual([]);
  });
});

describe('the API', () => {
  test('routes know no tables, services no Hono, not even by a type of another file', () => {
    expect(findBreaches(/\.routes\.ts$/, (name) => /\.tables\.ts$|^drizzle-orm|^src\/api\/db\//.test(name))).toEqual(
      [],
    );
    const withHono = files
      .filter(({ imports }) => imports.some((name) => /^@?hono/.test(name)))
      .map(({ file }) => file);
    const isHono = (name: string) => /^@?hono/.test(name) || withHono.includes(name);
    expect(findBreaches(/\.service\.ts$/, isHono)).toEqual([]);
  });

  test('a room imports no table of another room', () => {
    const isForeign = (name: string, file: string) => name.endsWith('.tables.ts') && roomOf(name) !== roomOf(file);
    expect(findBreaches(/^src\/api\/(?!.*\.tables\.ts$)/, isForeign)).toEqual([]);
  });

  test('a room writes SQL about no table of another room', () => {
    const rooms = new Map<string, string | undefined>();
    for (const { file, source } of files.filter((one) => one.file.endsWith('.tables.ts')))
      for (const [, name] of source.matchAll(/app\.table\(\s*'(\w+)'/g)) rooms.set(name!, roomOf(file));
    expect(rooms.size).toBeGreaterThan(15);
    const foreign = files
      .filter(({ file }) => file.startsWith('src/api/'))
      .flatMap(({ file, source }) =>
        [...source.matchAll(/\bapp"?\."?(\w+)/g)]
          .map(([, name]) => name!)
          .filter((name) => rooms.has(name) && rooms.get(name) !== roomOf(file))
          .map((name) => `${file} → app.${name}`),
      );
    expect(foreign).toEqual([]);
  });
});

describe('the web', () => {
  test('stores know no React, pure room files know no store and no calls', () => {
    expect(findBreaches(/\.store\.ts$/, (name) => /^react|\.tsx$|^@nanostores\/react/.test(name))).toEqual([]);
    const isPure = (file: string) => basename(file) === `${basename(dirname(file))}.ts`;
    expect(
      findBreaches(
        /^src\/web\//,
        (name, file) => isPure(file) && /\.store\.ts$|web\/http\.ts$|(\/|\.)calls\.ts$/.test(name),
      ),
    ).toEqual([]);
  });

  test('only the HTTP client and the files it names open connections', () => {
    const allowed = [
      'src/web/calendarFile.ts',
      'src/web/http.ts',
      // Reports the progress of an upload, which fetch cannot.
      'src/web/upload.ts',
    ];
    const connection = /\bfetch\(|\bXMLHttpRequest\b|\bEventSource\(|\bsendBeacon\(|\bWebSocket\(/;
    expect(filesWith(connection, /^src\/(web|pages|shared|contract)\//, allowed)).toEqual([]);
    for (const file of allowed) expect(existsSync(file), file).toBe(true);
  });

  test('only stores and the `x.calls.ts` they load call the API, the admin area through its own client', () => {
    const allowed = ['src/web/upload.ts', 'src/web/admin/calls.ts'];
    const importsCall =
      /import \{[^}]*\b(?:call|callPage|openStream|readSiteFile|upload|admin[A-Z]\w*)\b[^}]*\} from '[./]*(?:http|upload|calls)\.ts'/;
    const elsewhere = /^src\/web\/(?!.*\.(?:store|calls)\.ts$)/;
    expect(filesWith(importsCall, elsewhere, allowed)).toEqual([]);
    expect(findBreaches(elsewhere, (name) => name.endsWith('.calls.ts'))).toEqual([]);
  });

  test('pages read the lists that several of them show once per build', () => {
    const call = /call\('GET \/api\/(?:products|consulting)'/;
    expect(filesWith(call, /^src\/pages\//)).toEqual(['src/pages/_lists.ts']);
  });

  test('pages never touch the database', () => {
    expect(findBreaches(/^src\/pages\//, (name) => /^drizzle-orm|^pg$|pglite/.test(name))).toEqual([]);
  });

  test('plain parts know no room, public rooms no admin, a room no components of another', () => {
    expect(findBreaches(/^src\/web\/ui\//, (name) => /^src\/web\/(?!ui\/|styles\/|art\/|[^/]+$)/.test(name))).toEqual(
      [],
    );
    expect(findBreaches(/^src\/web\/(?!admin\/)/, (name) => name.startsWith('src/web/admin/'))).toEqual([]);
    const isForeignComponent = (name: string, file: string) =>
      /^src\/web\/(?!ui\/|layouts\/)[^/]+\/.*\.(tsx|astro)$/.test(name) && roomOf(name) !== roomOf(file);
    expect(findBreaches(/^src\/web\/(?!layouts\/|admin\/)[^/]+\//, isForeignComponent)).toEqual([]);
  });
});

describe('the product', () => {
  test('reads the environment in its start scripts only', () => {
    expect(filesWith(/process\.env\b/, /^src\//)).toEqual([]);
  });

  test('needs no file of tests or scripts from src, and neither tests nor development scripts from the scripts it runs', () => {
    expect(findBreaches(/^src\//, (name) => /^(tests|scripts)\//.test(name))).toEqual([]);
    const isTool = (name: string) => /^test|^(?:bench|check|fonts|generate|lock|sbom)$/.test(name);
    const commands = Object.entries(scripts).flatMap(([name, command]) =>
      isTool(name)
        ? []
        : [...command.matchAll(/scripts\/(?:run\.ts )?(\w+)(?:\.ts)?/g)].map(([, found]) => `scripts/${found}.ts`),
    );
    // What run.ts starts is named beside it.
    const own = new Set([...commands, 'scripts/run.ts', 'scripts/hostFiles.ts', 'scripts/serverBundle.ts']);
    expect(own.size).toBeGreaterThan(12);
    const seen = new Set(own);
    for (const file of seen) {
      for (const name of readSource(file).imports) if (/^(src|scripts|tests)\/.*\.tsx?$/.test(name)) seen.add(name);
    }
    expect(seen.size).toBeGreaterThan(300);
    expect([...seen].filter((file) => /^(tests|scripts)\//.test(file) && !own.has(file))).toEqual([]);
  });
});

test('a file address becomes a path by fileURLToPath: its `pathname` encodes blanks and Turkish letters', () => {
  const own = globSync('{src,scripts,tests}/**/*.{ts,tsx,astro}').map(readSource);
  const isEncoded = /import\.meta\.url\)\.pathname|new URL\([^)\n]*, \w+\)\.pathname/;
  expect(own.filter(({ source }) => isEncoded.test(source)).map(({ file }) => file)).toEqual([]);
});

test('HTML is parsed in the browser only after trustHtml marked it: pages accept no other', () => {
  const sinks =
    /parseFromString\((?!\s*(?:trustHtml\(|\(trusted))|\.(?:innerHTML|outerHTML) = |insertAdjacentHTML|createContextualFragment/;
  expect(filesWith(sinks, /^src\/(?:web|pages)\//)).toEqual([]);
});

test('screens that compare with moments of the server go by its clock, not by the device’s', () => {
  expect(filesWith(/new Date\(\)|Date\.now\(\)/, /^src\/web\/(?:admin|orders|waitlist)\//)).toEqual([]);
});

test('today is a day in Istanbul: no code asks for that of the machine or of Greenwich', () => {
  const local = /\.get(?:FullYear|Month|Date|Day|Hours|Minutes)\(|new Date\(\)\.toISOString\(\)\.slice/;
  expect(filesWith(local, /^src\//)).toEqual([]);
});
