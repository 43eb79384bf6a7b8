import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { readEnv } from '../src/api/env.ts';
import { errors } from '../src/contract/errors.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/*.md']);

/** Lists `file: match` for the first group of each match in these files that `isWrong` says is wrong. */
function findWrong(files: string[], pattern: RegExp, isWrong: (match: string, file: string) => boolean): string[] {
  return files.flatMap((file) =>
    [...read(file).matchAll(pattern)]
      .map((match) => match[1] as string)
      .filter((match) => isWrong(match, file))
      .map((match) => `${file}: ${match}`),
  );
}

/** Anchors of a document's headings, as forges make them. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map((match) =>
    (match[1] as string)
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

describe('documents', () => {
  test('link to files and headings that exist', () => {
    const isBroken = (link: string, file: string) => {
      const [path = '', anchor] = link.split('#');
      const target = path ? join(dirname(file), path) : file;
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    };
    expect(findWrong(documents, /\]\((?!https?:)([^)\s]+)\)/g, isBroken)).toEqual([]);
  });

  test('name files and folders that exist', () => {
    const isMissing = (path: string) => !existsSync(path);
    const path = /(?<![\w/.-])((?:src|tests|scripts|docs|deploy|\.vscode|\.ci)\/[\w./-]*\w)(?![\w*<])/g;
    expect(findWrong(documents, path, isMissing)).toEqual([]);
  });

  test('name commands of package.json', () => {
    expect(findWrong(documents, /npm run (?:--silent )?([\w:]+)/g, (name) => !(name in packageJson.scripts))).toEqual(
      [],
    );
  });
});

test('code and documents name no document that is not in the repository', () => {
  const sources = globSync(['src/**/*.{ts,tsx,astro,css}', 'tests/**/*.{ts,tsx}', 'scripts/**/*.ts']);
  const isMissing = (name: string, file: string) => ![name, join(dirname(file), name)].some((path) => existsSync(path));
  const name = /\b((?:[\w-]+\/)*[A-Z]+\.md|docs\/[\w/-]+\.md)\b/g;
  expect(findWrong([...sources, ...documents], name, isMissing)).toEqual([]);
});

test('comments fit into 120 columns', () => {
  const code = globSync(['{src,scripts,tests}/**/*.{ts,tsx}']);
  expect(findWrong(code, /^( *(?:\/\/|\/?\*).{100,})$/gm, (line) => line.length > 120)).toEqual([]);
});

test('comments name files of code that exist', () => {
  const kinds = '{ts,tsx,astro,css}';
  const files = new Set(globSync([`{src,scripts,tests}/**/*.${kinds}`, `*.${kinds}`]).map((file) => basename(file)));
  const name = /(?<![\w.>-])([\w-][\w.-]*\.(?:tsx?|astro|css))\b(?<=(?:\/\/|^\s*\/?\*).*)/gm;
  const sources = globSync(`{src,scripts}/**/*.${kinds}`);
  expect(findWrong(sources, name, (file) => !files.has(file))).toEqual([]);
});

test('docs/rules.md lists every error code of the contract', () => {
  const rules = read('docs/rules.md');
  expect(Object.keys(errors).filter((code) => !rules.includes(`\`${code}\``))).toEqual([]);
});

test('docs/rules.md begins with a link to each of its sections', () => {
  const [, sections = ''] = /^Sections: (.*?)\n\n/ms.exec(read('docs/rules.md')) ?? [];
  const links = [...sections.matchAll(/\(#([\w-]+)\)/g)].map((match) => match[1]);
  expect(links).toEqual(anchorsOf('docs/rules.md').slice(1));
});

/** Tables that say nothing of a person. */
const impersonalTables = [
  ...['categories', 'content_changes', 'content_live', 'content_previews', 'document_chain', 'document_frames'],
  ...['gallery_images', 'gallery_sets', 'jobs', 'legal_versions', 'media', 'notices', 'publishing', 'redirects'],
  ...['releases', 'samples', 'services'],
];

test('SECURITY.md says of every table what it holds of a person, or it holds nothing', () => {
  const [, personal = ''] = /## Personal data.*?\n([\s\S]*?)\n## /.exec(read('SECURITY.md')) ?? [];
  const definitions = globSync('src/api/**/*.tables.ts').map(read).join('');
  const tables = [...definitions.matchAll(/app\.table\(\s*'(\w+)'/g)].map((match) => match[1] as string);
  const isNamed = (name: string) => ['`', '.'].some((end) => personal.includes(`\`${name}${end}`));
  expect(tables.filter((name) => !isNamed(name)).sort()).toEqual(impersonalTables);
});

test('.env.example holds every variable with its default', () => {
  const lines = read('.env.example').split('\n');
  const defaults = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('=') as [string, string]);
  expect(readEnv(Object.fromEntries(defaults))).toEqual(readEnv({}));
  const known = [...read('src/api/env.ts').matchAll(/\b(?:env|source)\.([A-Z_]+)\b/g)].map((match) => match[1]);
  expect(known.length).toBeGreaterThan(15);
  expect(known.filter((name) => !lines.some((line) => line.replace('#', '').startsWith(`${name}=`)))).toEqual([]);
});
