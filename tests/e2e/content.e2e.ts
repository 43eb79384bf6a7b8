import { expect, expectAccessible, test } from './fixtures.ts';

test('gallery filters show one category; a picture opens large with arrow keys through its set', async ({ page }) => {
  await page.goto('/galeri');
  const sets = page.locator('.set');
  await expect(sets).toHaveCount(7);
  await page.getByRole('button', { name: 'Koçluk', exact: true }).click();
  await expect(sets.filter({ visible: true })).not.toHaveCount(7);
  for (const set of await sets.filter({ visible: true }).all()) await expect(set).toContainText('Koçluk');
  await page.getByRole('button', { name: 'Tümü' }).click();
  await expect(sets.filter({ visible: true })).toHaveCount(7);
  const [set] = await sets.filter({ has: page.locator('.thumbs button:nth-child(2)') }).all();
  await set?.locator('.set__main').click();
  const viewer = page.getByRole('dialog');
  await expect(viewer).toContainText('1 /');
  await page.keyboard.press('ArrowRight');
  await expect(viewer).toContainText('2 /');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
});

test('a service whose description cannot be loaded leads to its page', async ({ page, api }) => {
  const [service] = await api('GET /api/consulting');
  await page.route('**/api/consulting', (route) => route.abort());
  await page.goto('/danismanlik');
  // Of the four cards in the first row one has no note.
  const tops = await page
    .getByRole('button', { name: /^Detaylı Bilgi/ })
    .evaluateAll((buttons) => buttons.slice(0, 4).map((button) => Math.round(button.getBoundingClientRect().top)));
  expect(new Set(tops).size).toBe(1);
  await page.getByRole('button', { name: `Detaylı Bilgi (${service?.title})` }).click();
  await expect(page).toHaveURL(/\/danismanlik\/hizmetler\/[\w-]+$/);
  await expect(page.getByRole('heading', { name: service?.title })).toBeInViewport();
});

test('a service and a programme have pages of their own that lead to their form', async ({ page, api }) => {
  const [service] = await api('GET /api/consulting');
  const readGraph = async () =>
    JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '{}')['@graph'];
  await page.goto('/danismanlik');
  await page.getByRole('link', { name: service?.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: service?.title })).toBeVisible();
  expect(await readGraph()).toContainEqual(expect.objectContaining({ '@type': 'Service', name: service?.title }));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'İletişime Geç' }).click();
  await expect(page.getByRole('dialog', { name: 'İletişime Geç' })).toContainText(`Konu: ${service?.title}`);
  await expect(page.getByLabel('Ad', { exact: true })).toBeFocused();
  await page.getByLabel('E-posta').fill('fatma@ornek');
  await page.getByRole('button', { name: 'Mesajı gönder' }).click();
  await expect(page.getByText('Lütfen geçerli bir e-posta adresi girin.').first()).toBeVisible();

  await page.goto('/kocluk');
  await page.getByText(/^LGS:/).click();
  await page.getByRole('link', { name: /^Programın sayfası \(LGS/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^LGS/ })).toBeVisible();
  expect(await readGraph()).toContainEqual(expect.objectContaining({ '@type': 'Service' }));
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Bu program için yazın' }).click();
  await expect(page.getByLabel('Sınıf')).toHaveValue('LGS');
});

test('a post that cannot be loaded shows Yükleniyor... and a button to try again', async ({ page }) => {
  await page.route('**/api/blogs/*', (route) => route.abort());
  await page.goto('/blog/henuz-kurulmamis-bir-yazi');
  await expect(page.getByText('Yükleniyor...')).toBeVisible();
  const again = page.getByRole('button', { name: 'Tekrar dene' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/blogs/*');
  await again.click();
  await expect(page.getByRole('heading', { name: 'Aradığınız sayfayı bulamadık.' })).toBeVisible();
});
