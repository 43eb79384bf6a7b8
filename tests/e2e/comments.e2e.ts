import { expect, expectAccessible, test } from './fixtures.ts';
import { expectFits, holdRequests, script, uniqueTitle } from './helpers.ts';

test('a comment is shown after an admin approves it, until it is deleted', async ({ page, api, adminApi }) => {
  const [post] = await api('GET /api/blogs');
  const words = `${uniqueTitle('Deneme')} <b>kalın</b> https://ornek.com`;
  await page.goto(`/blog/${post?.slug}`);
  const comments = page.getByRole('region', { name: /^Yorumlar/ });
  const send = comments.getByRole('button', { name: 'Yorumu gönder' });
  await send.scrollIntoViewIfNeeded();
  await expect(send).toBeEnabled();
  await send.click();
  await expect(comments.getByText('Lütfen adınızı ve yorumunuzu yazın.')).toHaveCount(1);
  await expect(comments.getByLabel('Adınız Soyadınız')).toBeFocused();
  await expectAccessible(page);

  await comments.getByLabel('Adınız Soyadınız').fill('irem ışık');
  await comments.getByLabel('Yorumunuz', { exact: true }).fill(words);
  await page.reload();
  await comments.getByLabel('Yorumunuz', { exact: true }).scrollIntoViewIfNeeded();
  await expect(comments.getByLabel('Yorumunuz', { exact: true })).toHaveValue(words);
  await send.click();
  await expect(comments.getByText('Teşekkürler! Yorumunuz onaylandıktan sonra burada görünecek.')).toBeVisible();

  const waiting = await adminApi('GET /api/admin/comments/all?status=pending' as 'GET /api/admin/comments/all');
  const written = waiting.find((comment) => comment.description === words);
  expect(written).toMatchObject({ name_surname: 'irem ışık', approved: false });
  await page.reload();
  await comments.scrollIntoViewIfNeeded();
  await expect(send).toBeEnabled();
  await expect(comments.getByText(words)).toBeHidden();

  await adminApi('PATCH /api/admin/comments/:id/approve', { params: { id: written?.id as string } });
  await page.reload();
  await comments.scrollIntoViewIfNeeded();
  const item = comments.getByRole('listitem').filter({ hasText: words });
  await expect(item).toBeVisible();
  await expect(item.getByText('İ', { exact: true })).toBeVisible();
  await expect(item.getByRole('link')).toHaveCount(0);

  await adminApi('DELETE /api/admin/comments/:id', { params: { id: written?.id as string } });
  await page.reload();
  await comments.scrollIntoViewIfNeeded();
  await expect(send).toBeEnabled();
  await expect(item).toHaveCount(0);
});

test('the address of a post is copied by the first press, also where it has to be copied at once', async ({
  page,
  api,
}) => {
  await page.addInitScript(() => {
    // Safari lets a page copy only before it has waited for an answer of the network.
    let isPressed = false;
    addEventListener(
      'click',
      () => {
        isPressed = true;
        setTimeout(() => (isPressed = false));
      },
      true,
    );
    navigator.clipboard.writeText = async () => {
      if (!isPressed) throw new DOMException('', 'NotAllowedError');
    };
  });
  const [post] = await api('GET /api/blogs');
  await page.goto(`/blog/${post?.slug}`);
  await page.getByRole('button', { name: 'Yazıyı paylaş' }).click();
  await expect(page.getByText('Yazının adresi kopyalandı.')).toBeVisible();
});

test('a deleted comment leaves the built page without a release', async ({ api, adminApi, request }) => {
  const [post] = await api('GET /api/blogs');
  const words = uniqueTitle('Sayfada');
  await api('POST /api/comments/create', {
    body: { blog_id: post?.id as string, name_surname: 'İrem', description: words },
  });
  const waiting = await adminApi('GET /api/admin/comments/all?status=pending' as 'GET /api/admin/comments/all');
  const params = { id: waiting.find(({ description }) => description === words)?.id as string };
  await adminApi('PATCH /api/admin/comments/:id/approve', { params });
  await adminApi('POST /api/admin/publish');
  const read = async () => (await request.get(`/blog/${post?.slug}`)).text();
  await expect.poll(read, { timeout: 60_000 }).toContain(words);
  await adminApi('DELETE /api/admin/comments/:id', { params });
  await expect.poll(read).not.toContain(words);
});

test('a post shows five comments at first and five more with each press', async ({ page, api }) => {
  const posts = await api('GET /api/blogs');
  const counts = await Promise.all(
    posts.map(({ id }) => api('GET /api/comments/blog/:blogId', { params: { blogId: id } })),
  );
  const most = counts.reduce((a, b) => (b.length > a.length ? b : a));
  const post = posts[counts.indexOf(most)];
  expect(most.length).toBeGreaterThan(10);
  await page.goto(`/blog/${post?.slug}`);
  const comments = page.getByRole('region', { name: /^Yorumlar/ });
  const items = comments.getByRole('listitem');
  await expect(items).toHaveCount(5);
  await comments.scrollIntoViewIfNeeded();
  await expect(comments.getByRole('button', { name: 'Yorumu gönder' })).toBeEnabled();
  const more = comments.getByRole('button', { name: 'Daha fazla yorum göster' });
  await more.click();
  await expect(items).toHaveCount(10);
  await expect(items.nth(5)).toBeFocused();
  while (await more.isVisible()) {
    const before = await items.count();
    await more.click();
    await expect.poll(() => items.count()).toBeGreaterThan(before);
  }
  expect(await items.count()).toBeGreaterThanOrEqual(most.length);
});

test('the comment form keeps what was typed before its script arrived', async ({ page, api }) => {
  const [post] = await api('GET /api/blogs');
  const held = await holdRequests(page, script('startComments'));
  await page.goto(`/blog/${post?.slug}`);
  const words = page.getByRole('region', { name: /^Yorumlar/ }).getByLabel('Yorumunuz', { exact: true });
  await words.fill('Yarım kalan yorum');
  await held.waitUntilHeld();
  await page.reload();
  await expect(words).toHaveValue('Yarım kalan yorum');
});

test('comments that cannot be loaded are an empty list, and a post fits the width of a phone at 200 %', async ({
  page,
  api,
}) => {
  const [post] = await api('GET /api/blogs');
  await page.route('**/api/comments/blog/**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/blog/${post?.slug}`);
  const comments = page.getByRole('region', { name: /^Yorumlar/ });
  await comments.scrollIntoViewIfNeeded();
  await expect(comments.getByRole('heading', { name: 'Yorumlar (0)' })).toBeVisible();
  await expect(comments.getByRole('listitem')).toHaveCount(0);
  await page.setViewportSize({ width: 195, height: 422 });
  await expect(page.getByRole('region', { name: 'Yazar' })).toBeAttached();
  await expectFits(page);
});

test('a post newer than the last build is shown, with comments, until it is deleted', async ({ page, adminApi }) => {
  const post = await adminApi('POST /api/blogs/add', {
    body: { title: `Henüz kurulmadı ${Date.now()}`, description: 'Kısa.', content: '<p>Taze metin.</p>' },
  });
  expect((await page.goto(`/blog/${post.slug}`))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
  await expect(page.locator('main')).toContainText('Taze metin.');
  const comments = page.getByRole('region', { name: 'Yorumlar (0)' });
  await comments.getByLabel('Adınız Soyadınız').fill('irem ışık');
  await comments.getByLabel('Yorumunuz', { exact: true }).fill('İlk ben okudum.');
  await comments.getByRole('button', { name: 'Yorumu gönder' }).click();
  await expect(comments.getByText('Teşekkürler! Yorumunuz onaylandıktan sonra burada görünecek.')).toBeVisible();
  const waiting = await adminApi('GET /api/admin/comments/all?status=pending' as 'GET /api/admin/comments/all');
  const written = waiting.find(({ blog_id }) => blog_id === post.id);
  await adminApi('PATCH /api/admin/comments/:id/approve', { params: { id: written?.id as string } });
  await page.reload();
  await page.getByRole('region', { name: /^Yorumlar/ }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('listitem').filter({ hasText: 'İlk ben okudum.' })).toBeVisible();
  await adminApi('DELETE /api/blogs/:id', { params: { id: post.id } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Aradığınız sayfayı bulamadık.' })).toBeVisible();
});
