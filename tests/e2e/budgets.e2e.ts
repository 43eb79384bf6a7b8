import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { budgetOf, publicRoutes, weigh } from '../../scripts/bench/weight.ts';
import { expect, test } from './fixtures.ts';
import { preparedFolder } from './server.ts';

/** What is newer than the oldest supported browsers (docs/architecture.md) and would stop a script. */
const tooNew = [
  /\.(values|keys|entries)\(\)\.(drop|every|filter|find|flatMap|forEach|map|reduce|some|take|toArray)\(/,
  /\.(union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\b(Array\.fromAsync|Iterator\.(concat|from)|Promise\.try|RegExp\.escape|URL\.parse|Uint8Array\.from(Base64|Hex))\(/,
  /\b(Temporal|Intl\.DurationFormat|Float16Array)\b|\.(getOrInsert|moveBefore|requestClose)\(|\brequestIdleCallback\(/,
];

test('every page stays within its size budget and sends no request to another origin', async ({
  api,
  adminToken,
  baseURL,
  browser,
  customer,
}) => {
  const { token } = await customer();
  const [post] = await api('GET /api/blogs');
  // Protected pages are measured signed in.
  const tokens: Record<string, string> = { '/profile': token, '/orders': token, '/admin': await adminToken() };
  const others = ['/forgot-password', '/activate', `/blog/${post?.slug}`];
  const routes = [...publicRoutes, ...others, ...Object.keys(tokens)];
  const check = async (path: string) => {
    const localStorage = tokens[path] ? [{ name: 'token', value: tokens[path] }] : [];
    // A context of its own: bodies of cached files cannot be read.
    const context = await browser.newContext({
      storageState: { cookies: [], origins: [{ origin: baseURL as string, localStorage }] },
    });
    const weight = await weigh(await context.newPage(), `${baseURL}${path}`);
    await context.close();
    const over = Object.entries(budgetOf(path)).filter(([kind, most]) => weight[kind as keyof typeof weight] > most);
    expect(
      over.map(([kind, most]) => `${kind}: ${weight[kind as keyof typeof weight].toFixed(1)} KB of ${most}`),
      path,
    ).toEqual([]);
    expect(weight.foreign, path).toBe(0);
    expect(weight.html, `${path} was opened at all`).toBeGreaterThan(1);
  };
  // Four at a time: weighing a page is mostly waiting until nothing more comes.
  for (let start = 0; start < routes.length; start += 4) await Promise.all(routes.slice(start, start + 4).map(check));
});

test('a line of text has its colour and its width in Safari, too', async ({ request }) => {
  for (const path of ['/products', '/bilet']) {
    const html = await (await request.get(path)).text();
    const shorthands = [...html.matchAll(/(-webkit-)?text-decoration:(\w[\w-]+ [^;}]+)/g)];
    const valuesOf = (prefix: string | undefined) =>
      shorthands.filter((found) => found[1] === prefix).map(([, , value]) => value);
    expect([path, valuesOf(undefined)]).toEqual([path, valuesOf('-webkit-')]);
    expect(html).toContain('text-decoration');
  }
});

test('no script calls what the oldest supported browsers lack', () => {
  const folder = join(preparedFolder, 'releases', 'current', '_astro');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(100);
  const found = scripts.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return tooNew.flatMap((call) => text.match(call)?.[0] ?? []).map((call) => `${name}: ${call}`);
  });
  expect(found).toEqual([]);
});
