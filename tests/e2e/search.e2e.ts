import { gzipSync } from 'node:zlib';
import { expect, expectAccessible, test } from './fixtures.ts';

test('the search finds a post by an inflected word, opens it by keyboard and shows the results again after going back', async ({
  page,
  api,
}) => {
  const [service] = await api('GET /api/consulting');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  // By keyboard: on the way down parts of the page are laid out, which moves the link away from a pointer.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Ara', exact: true }).press('Enter');
  const field = page.getByRole('searchbox', { name: 'Sitede ara' });
  await expect(field).toBeVisible();
  expect(asked.filter((url) => url.includes('/search-index/'))).toEqual([]);

  await field.fill('KAYGILARIMIZ');
  await expect(page.locator('#ara-durum')).toHaveText(/^\d+ sonuç bulundu\.$/);
  await expect(page).toHaveURL(/\?q=KAYGILARIMIZ$/);
  const first = page.getByRole('listitem').filter({ hasText: 'Yazı' }).getByRole('link').first();
  const title = (await first.textContent()) as string;
  expect(title.toLocaleLowerCase('tr')).toContain('kaygı');
  await expectAccessible(page);
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();

  await field.fill('çocuğum okula gitmiyor');
  await expect(page.locator('#ara-durum')).toContainText('yakın sonuç bulundu');
  await expect(page.getByRole('listitem').getByRole('link', { name: /Okula gitmek istemeyen/ })).toBeVisible();

  await field.fill(service?.title ?? '');
  const found = page.getByRole('listitem').filter({ hasText: 'Hizmet' }).getByRole('link', { name: service?.title });
  await found.click();
  await expect(page).toHaveURL(/\/danismanlik\/hizmetler\/[\w-]+$/);
  await expect(page.getByRole('heading', { name: service?.title })).toBeInViewport();

  await page.goto('/ara?q=zürafa');
  await expect(page.locator('#ara-durum')).toHaveText('Sonuç bulunamadı.');
  await expect(page.getByRole('main').getByRole('link', { name: 'Yazılar' })).toBeVisible();
  await expectAccessible(page);
  expect(asked.filter((url) => url.includes('/api/') && /kaygi|z%C3%BCrafa/i.test(url))).toEqual([]);
});

test('the search finds questions, programmes, pages, legal texts, and opens a question', async ({ page, request }) => {
  for (const [query, kind, title] of [
    ['LGS', 'Program', /^LGS/],
    ['ücret', 'Soru', /ücret/i],
    ['iptal', 'Yasal metin', /^İptal ve iade/],
    ['iban', 'Sayfa', /^Siparişlerim/],
    ['kredi kartına taksit', 'Sayfa', /^Siparişlerim/],
    ['fatura', 'Sayfa', /^Siparişlerim/],
    ['psikolog', 'Sayfa', /^Psikolojik danışmanlık/],
    ['şifremi unuttum', 'Sayfa', /^Şifremi unuttum/],
    ['koçluk', 'Sayfa', /koçlu/i],
    ['ben kimim', 'Sayfa', /^Ben Kimim/],
    ['çalışma saatleri', 'Sayfa', /^İletişim/],
  ] as const) {
    await page.goto(`/ara?q=${query}`);
    const item = page.getByRole('listitem').filter({ hasText: kind });
    await expect(item.getByRole('link', { name: title }).first(), query).toBeVisible();
  }
  // Whoever wants to call or to come is not led to a post that has the word in it.
  for (const query of ['çalışma saatleri', 'telefon adres']) {
    await page.goto(`/ara?q=${query}`);
    const results = page.getByRole('main').getByRole('listitem').getByRole('link');
    await expect(results.first(), query).toHaveText('İletişim: telefon, adres, harita, çalışma saatleri');
  }
  await page.goto('/ara?q=ücret');
  await page.getByRole('listitem').filter({ hasText: 'Soru' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/#soru-/);
  await expect(page.locator('details:target .acc__body')).toBeInViewport();
  const index = await (await request.get('/search-index/newest.json')).body();
  expect(gzipSync(index).length, 'the whole index of the sample').toBeLessThan(40 * 1024);
});

test('a search index that cannot be loaded shows a message and a button to try again', async ({ page }) => {
  await page.route('**/search-index/*', (route) => route.abort());
  await page.goto('/ara?q=uyku');
  await expect(page.getByRole('alert')).toContainText('Arama açılamadı.');
  // A second failure is said, too: the note goes and comes again.
  await page.evaluate(() => {
    const note = document.getElementById('ara-hata') as HTMLElement;
    new MutationObserver(() => {
      if (!note.hidden) note.dataset.again = 'true';
    }).observe(note, { attributeFilter: ['hidden'] });
  });
  await page.getByRole('button', { name: 'Tekrar dene' }).click();
  await expect(page.locator('#ara-hata')).toHaveAttribute('data-again', 'true');
  await expect(page.getByRole('alert')).toContainText('Arama açılamadı.');
  await page.unroute('**/search-index/*');
  await page.getByRole('button', { name: 'Tekrar dene' }).click();
  await expect(page.locator('#ara-durum')).toHaveText(/sonuç bulundu/);
});
