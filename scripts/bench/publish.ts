// Measures a first build, releases after one change, and memory.

import { setTimeout as sleep } from 'node:timers/promises';
import { withContext } from '../../tests/load/context.ts';
import { send } from '../../tests/load/send.ts';
import { fillPosts, openDatabase } from './databases.ts';
import { adminToken, startProduct } from './product.ts';
import { report } from './report.ts';

/** Budget of a first build with its start, by the number of posts. */
const firstBuildSeconds = new Map([
  [1000, 8],
  [10_000, 30],
]);

/** Measures publishing a site of so many posts. */
export async function measurePublish(posts: number): Promise<void> {
  const group = `Publishing ${posts.toLocaleString('en')} posts`;
  await using database = await openDatabase('embedded');
  await withContext(database.environment, (ctx) => fillPosts(ctx, posts));
  await using product = await startProduct({
    ...database.environment,
    SEED: 'none',
    SITE_URL: 'http://localhost:4321',
  });
  report({
    group,
    name: 'first build, with the start',
    value: product.seconds,
    unit: 's',
    max: firstBuildSeconds.get(posts),
  });
  const token = await adminToken(product.origin);
  const call = (route: string, body?: object) => send(product.origin, route, token, body);
  const shows = async (path: string, words: string) =>
    (await fetch(`${product.origin}${path}`)).text().then((text) => text.includes(words));
  const publish = async (path: string, words: string) => {
    const start = performance.now();
    await call('POST /api/admin/publish');
    while (!(await shows(path, words))) await sleep(20);
    return (performance.now() - start) / 1000;
  };
  const rows = (await (await call('GET /api/admin/blogs?page=1&size=20')).json()) as { id: string; slug: string }[];
  for (const [index, name] of [
    'a changed post, first after a start',
    'a changed post, second',
    'a changed post, third',
  ].entries()) {
    const { id, slug } = rows[index * 3] as { id: string; slug: string };
    const title = `Değişen başlık ${index}`;
    await call(`PUT /api/blogs/${id}`, { title, description: 'Kısa.', content: '<p>Yeni.</p>' });
    const seconds = await publish(`/blog/${slug}`, title);
    report({ group, name, value: seconds, unit: 's', max: index === 0 ? 2 : 1 });
  }
  await call('POST /api/blogs/add', { title: 'Yepyeni yazı', description: 'Kısa.', content: '<p>Yeni.</p>' });
  report({ group, name: 'a new post', value: await publish('/blog/yepyeni-yazi', 'Yepyeni'), unit: 's', max: 1 });
  report({ group, name: 'most memory, all processes', value: product.memory().peak, unit: 'MB', max: 1536 });
}
