import { budgetOf, publicRoutes, weigh } from '../../scripts/bench/weight.ts';
import { expect, test } from './fixtures.ts';

test.describe('page weight', () => {
  // Protected pages are measured signed in.
  for (const path of [...publicRoutes, '/forgot-password', '/activate', '/profile', '/orders', '/blog/*', '/admin']) {
    test(`${path} stays within its size budget and sends no request to another origin`, async ({
      page,
      api,
      baseURL,
      customer,
      signInAsAdmin,
      signInAs,
    }) => {
      if (path === '/admin') await signInAsAdmin();
      if (/^\/(profile|orders)$/.test(path)) await signInAs((await customer()).token);
      const route = path === '/blog/*' ? `/blog/${(await api('GET /api/blogs'))[0]?.slug}` : path;
      const weight = await weigh(page, `${baseURL}${route}`);
      const budget = budgetOf(route);
      const over = Object.entries(budget).filter(([kind, most]) => weight[kind as keyof typeof weight] > most);
      expect(
        over.map(([kind, most]) => `${kind}: ${weight[kind as keyof typeof weight].toFixed(1)} KB of ${most}`),
      ).toEqual([]);
      expect(weight.foreign).toBe(0);
      expect(weight.html, 'the route was opened at all').toBeGreaterThan(1);
    });
  }
});
