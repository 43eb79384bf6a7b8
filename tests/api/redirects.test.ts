import { expect, test } from 'vitest';
import { createRedirects } from '../../src/api/redirects/redirects.service.ts';
import { redirects } from '../../src/api/redirects/redirects.tables.ts';
import { openTestApi } from './harness.ts';

const { ctx } = await openTestApi();

test('redirects are read again after a minute where no message told of a change, and at once where one did', async () => {
  let now = ctx.clock().getTime();
  const find = createRedirects({ ...ctx, clock: () => new Date(now) });
  const add = (from_path: string) => ctx.db.insert(redirects).values({ from_path, to_path: '/yeni' });
  expect(await find('/eski')).toBeUndefined();
  await add('/eski');
  now += 59_000;
  expect(await find('/eski')).toBeUndefined();
  now += 2000;
  expect(await find('/eski')).toBe('/yeni');
  await add('/daha-eski');
  ctx.events.emit('blog');
  expect(await find('/daha-eski')).toBe('/yeni');
});
