import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readParts } from '../scripts/sbom.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const parts = readParts();

/** Packages used without an import, and by what. */
const tools = new Map([
  ['node', 'runs every script of package.json'],
  ['typescript', 'astro check, tsc'],
  ['@astrojs/check', 'astro check'],
  ['@biomejs/biome', 'biome'],
  ['prettier', 'prettier'],
]);

const permissive =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Python-2\.0|OFL-1\.1|Zlib|MPL-2\.0)$/;
/** Parts of the picture library, linked and never changed. */
const linked = /^@img\/sharp-/;

describe('package.json', () => {
  test('names only packages that are used', () => {
    const files = globSync(['src/**/*', 'scripts/**/*', 'tests/**/*', '*.{ts,mjs,json}', '.prettierrc.json']).filter(
      (file) => /\.(?:tsx?|mjs|astro|css|json)$/.test(file) && !file.startsWith('package'),
    );
    const words = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const unused = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter((name) => {
      const typed = name.replace(/^@types\//, '');
      return !tools.has(name) && name !== '@types/node' && !new RegExp(`['"]${typed}(?:/|['"])`).test(words);
    });
    expect(unused).toEqual([]);
  });

  test('names every version exactly', () => {
    const loose = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  test('decides for each package whether it may run an installation script, and itself only bundles the site then', () => {
    const wishes = parts.filter(({ name, runsScript }) => runsScript && existsSync(`node_modules/${name}`));
    const undecided = wishes.filter(({ name }) => typeof manifest.allowScripts[name] !== 'boolean');
    expect(undecided).toEqual([]);
    expect(wishes.length).toBeGreaterThan(1);
    // Without it npm runs the scripts of a package that nobody decided about, with a warning.
    expect(readFileSync('.npmrc', 'utf8')).toMatch(/^strict-allow-scripts=true$/m);
    const scripts = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
    expect(scripts.filter((name) => name in manifest.scripts)).toEqual(['postinstall']);
    expect(manifest.scripts.postinstall).toContain("import('./scripts/bundle.ts')");
  });
});

/** Packages that name no licence in package.json but have one beside it. */
const licenceFiles = new Map([['png-js', 'MIT']]);

test('the licence of every package asks for no more than a notice', () => {
  const installed = parts.filter(({ licence }) => licence);
  expect(installed.length).toBeGreaterThan(100);
  const refused = installed.filter(({ name, licence = '', dev }) => {
    const every = (licenceFiles.get(name) ?? licence).replace(/[()]/g, '').split(/ (?:AND|OR) /);
    return !every.every((item) => permissive.test(item) || item === 'Unlicense') && !(linked.test(name) || dev);
  });
  expect(refused).toEqual([]);
});
