import { budgetOf, publicRoutes, weigh } from '../../scripts/bench/weight.ts';
import { expect, test } from './fixtures.ts';

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
