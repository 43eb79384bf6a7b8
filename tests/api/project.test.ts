import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestApi } from './harness.ts';
import { copySite, openTestSite } from './publish.site.ts';
import { addPost, createTestUsers } from './samples.ts';

test('the site is built where its code folder is read-only, and leaves it unchanged', async () => {
  const api = await openTestApi();
  const testUsers = await createTestUsers(api);
  const { slug } = await addPost(testUsers, { title: 'Salt okunur' });
  const root = await copySite();
  // Root may write into any folder: a file in place of the folder stops root too.
  await writeFile(join(root, '.astro'), 'in the way');
  const made = await openTestSite(api, {}, root);
  await api.send('POST /api/admin/publish', { token: testUsers.admin.token });
  await made.run();
  expect((await api.send('GET /api/admin/publish', { token: testUsers.admin.token })).body.last_error).toBeNull();
  expect(await made.text(`/blog/${slug}`)).toContain('Salt okunur');
  expect(await readFile(join(root, '.astro'), 'utf8')).toBe('in the way');
});
