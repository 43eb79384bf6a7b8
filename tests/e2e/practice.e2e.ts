import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import { expectFits, formData } from './helpers.ts';

// The practice's own details on the public pages, after they were saved and published once.

const own = {
  name: 'Wilhelmina Demirağaçoğulları Psikolojik Danışmanlık Merkezii',
  tagline: 'çocuk, ergen, yetişkin ve aile danışmanlığı, öğrenci koçluğu ve yaratıcı drama!!',
  legal_name: 'Ayşe Demir',
  city: 'İstanbul',
  address: 'Moda Caddesi No: 1, Kat: 3, Kadıköy / İstanbul',
  phone: '0216 111 22 33',
  whatsapp: '0532 111 22 33',
  map_url: '40.9876, 29.0254',
  hours: 'Pazartesi–Cuma 09.00–19.00, cumartesi 10.00–16.00',
  home_title: 'Ayşe Demir, psikolog, Kadıköy',
  home_description: 'Kadıköy’de psikolojik danışmanlık.',
};

test.beforeEach(async ({ api, adminApi }) => {
  const site = await api('GET /api/site');
  if (site.name === own.name) return;
  expect([own.name.length, own.tagline.length]).toEqual([60, 80]);
  await adminApi('PUT /api/admin/site', { body: { ...site, ...own } });
  const note = 'Yalnızca salı ve perşembe akşamları, yüz yüze ya da çevrim içi';
  const service = { title: 'Akşam görüşmeleri', description: 'Kısa.', note };
  await adminApi('POST /api/consulting', { body: await formData(service, 'image') });
  await adminApi('POST /api/admin/publish');
  await expect.poll(async () => (await adminApi('GET /api/admin/publish')).pending, { timeout: 60_000 }).toBe(false);
});

/** Structured data of the page by type. */
const readJsonLd = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap(
      (script) => JSON.parse(script.textContent ?? '')['@graph'],
    ),
  );

test('the practice’s name is the site’s name', async ({ page, request }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Ayşe Demir, psikolog, Kadıköy');
  const meta = (name: string) => page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content');
  expect(await meta('description')).toBe(own.home_description);
  expect(await meta('og:site_name')).toBe(own.name);
  const [practice] = await readJsonLd(page);
  expect(practice).toMatchObject({ name: own.name, telephone: '+902161112233' });
  await expect(page.getByRole('contentinfo').getByText(own.name)).toBeVisible();
  expect(await (await request.get('/manifest.webmanifest')).json()).toMatchObject({ name: own.name });
});

test('the longest name and tagline leave the top bar whole at any width', async ({ page }) => {
  await page.goto('/products');
  for (const width of [320, 390, 768, 1080, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const findProblems = () => {
      const parts = [...document.querySelectorAll('.bar__in > *, .bar__end > *, .nav > a')].filter((part) =>
        part.checkVisibility(),
      );
      const boxes = parts.map((part) => ({ part, box: part.getBoundingClientRect() }));
      const isApart = (a: DOMRect, b: DOMRect) => a.right <= b.left + 0.5 || b.right <= a.left + 0.5;
      const covered = boxes.flatMap(({ part, box }) =>
        boxes
          .filter(
            ({ part: other, box: otherBox }) =>
              !part.contains(other) && !other.contains(part) && !isApart(box, otherBox),
          )
          .map(({ part: other }) => `${part.className} on ${other.className}`),
      );
      const outside = boxes
        .filter(({ box }) => box.left < 0 || box.right > innerWidth)
        .map(({ part }) => part.className);
      return { covered, outside, overflow: document.documentElement.scrollWidth - innerWidth };
    };
    // The words of another font may be wider.
    await expect
      .poll(() => page.evaluate(findProblems), `${width} px`)
      .toEqual({ covered: [], outside: [], overflow: 0 });
    const name = page.getByRole('banner').getByText(own.name);
    expect((await name.boundingBox())?.width).toBeGreaterThan(60);
  }
});

test('the note of a service fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/danismanlik/hizmetler/aksam-gorusmeleri');
  await expect(page.getByText(/^Yalnızca salı/)).toBeVisible();
  await expectFits(page);
});

test('phone, address, hours and map are on every page and on the contact page', async ({ page }) => {
  await page.goto('/galeri');
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByRole('link', { name: own.phone })).toHaveAttribute('href', 'tel:+902161112233');
  await expect(foot.getByRole('link', { name: own.address })).toHaveAttribute('href', /maps\?q=40\.9876,29\.0254/);
  await expect(foot.getByText('Cumartesi 10.00–16.00')).toBeVisible();
  await expect(foot.getByRole('link', { name: 'İletişim' })).toHaveAttribute('href', '/iletisim');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menüyü aç' }).click();
  await expect(page.locator('.menu').getByRole('link', { name: own.phone })).toBeVisible();
  await page.locator('.menu').getByRole('link', { name: 'İletişim' }).click();
  await expect(page).toHaveURL('/iletisim');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: own.phone })).toHaveAttribute('href', 'tel:+902161112233');
  await expect(main.getByRole('link', { name: /WhatsApp’tan yazın/ })).toContainText('+90 532 111 22 33');
  await expect(main.getByText('Pazartesi–Cuma 09.00–19.00')).toBeVisible();
  await expectAccessible(page);
  const practice = (await readJsonLd(page)).find((each) => each['@id']?.endsWith('#merkez'));
  expect(practice).toMatchObject({
    geo: { latitude: 40.9876, longitude: 29.0254 },
    openingHoursSpecification: [{ opens: '09:00', closes: '19:00' }, { dayOfWeek: ['Saturday'] }],
  });

  const write = main.getByRole('button', { name: 'Mesaj yazın' });
  await expect(write).toBeEnabled();
  await write.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Mesajınız')).toBeVisible();
});

test('on paper the foot has the numbers', async ({ page }) => {
  await page.goto('/iletisim');
  await page.emulateMedia({ media: 'print' });
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByText('+90 532 111 22 33')).toBeVisible();
  await expect(foot.getByText(own.phone)).toBeVisible();
  await expect(foot.getByText(own.address)).toBeVisible();
});

test('the search finds the contact page', async ({ page }) => {
  for (const words of ['adres', 'telefon', 'çalışma saatleri', 'Moda Caddesi']) {
    await page.goto(`/ara?q=${encodeURIComponent(words)}`);
    await expect(page.getByRole('main').getByRole('link', { name: 'İletişim' }).first()).toBeVisible();
  }
});
