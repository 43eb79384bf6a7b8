import { beforeEach, expect, test, vi } from 'vitest';
import type { AdminBlog } from '../../../src/contract/blog.ts';

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
});
test('numbers that cannot be loaded take the failure back before they fail again', async () => {
  const { $statsFailed, refreshStats, retryStats } = await import('../../../src/web/admin/stats.store.ts');
  await refreshStats();
  const failed: boolean[] = [];
  $statsFailed.subscribe((value) => void failed.push(value));
  await retryStats();
  expect(failed).toEqual([true, false, true]);
});

test('a version that cannot be loaded takes the failure back before it fails again', async () => {
  const { $versions, chooseVersion, openVersions } = await import('../../../src/web/admin/blog/versions.store.ts');
  const post = { id: 'a' } as AdminBlog;
  await openVersions(post);
  const failures: (string | undefined)[] = [];
  $versions.subscribe((shown) => void failures.push(shown?.failure));
  await chooseVersion(post, '1');
  expect(failures).toEqual(['Sürümler yüklenemedi.', undefined, 'Sürümler yüklenemedi.']);
});
