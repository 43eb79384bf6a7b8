import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readParts } from '../scripts/sbom.ts';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const parts = readParts();

/** What is used without being imported: compilers and tools by their command, types by their package. */
const tools = new Map([
  ['node', 'runs every script of package.json'],
  ['typescript', 'astro check, tsc'],
  ['@astrojs/check', 'astro check'],
  ['@biomejs/biome', 'biome'],
  ['prettier', 'prettier'],
]);

const permissive =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Python-2\.0|OFL-1\.1|Zlib|MPL-2\.0)$/;
/** Linked, never changed: the picture library's own parts. */
const linked = /^@img\/sharp-/;

describe('package.json', () => {
  test('names nothing that is not used', () => {
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

  test('says by name which package may run a script at installation, and runs none of its own', () => {
    const wishes = parts.filter(({ name, runsScript }) => runsScript && existsSync(`node_modules/${name}`));
    const undecided = wishes.filter(({ name }) => typeof manifest.allowScripts[name] !== 'boolean');
    expect(undecided).toEqual([]);
    expect(wishes.length).toBeGreaterThan(1);
    const scripts = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
    expect(scripts.filter((name) => name in manifest.scripts)).toEqual([]);
  });
});

test('every package may be used here: its licence asks for no more than a notice', () => {
  const installed = parts.filter(({ licence }) => licence);
  expect(installed.length).toBeGreaterThan(100);
  const refused = installed.filter(({ name, licence = '', dev }) => {
    const every = licence.replace(/[()]/g, '').split(/ (?:AND|OR) /);
    return !every.every((item) => permissive.test(item) || item === 'Unlicense') && !(linked.test(name) || dev);
  });
  expect(refused).toEqual([]);
});
