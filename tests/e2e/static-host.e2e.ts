import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dayMs } from '../../src/shared/time.ts';
import { freePort } from '../load/ports.ts';
import { startApi } from '../load/processes.ts';
import { send } from '../load/send.ts';
import { adminAccount, expect, test } from './fixtures.ts';
import { formData } from './helpers.ts';
import { openStaticHost } from './staticHost.ts';

const day = new Date(Date.now() + 40 * dayMs).toISOString().slice(0, 10);

test('the site built for a static host works from another origin than its API', async ({ page }) => {
  test.setTimeout(300_000);
  const folder = await mkdtemp(join(tmpdir(), 'practice-cdn-'));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const api = await startApi({
    DATA_DIR: join(folder, 'data'),
    SITE_URL: origin,
    ADMIN_EMAIL: adminAccount.email,
    ADMIN_PASSWORD: adminAccount.password,
    RATE_LIMIT_FACTOR: '1000',
    // Set CDN_STORAGE_URL and CDN_MEDIA_URL to run it with a real bucket.
    ...(process.env.CDN_STORAGE_URL ? { STORAGE_URL: process.env.CDN_STORAGE_URL } : {}),
  });
  let host: Awaited<ReturnType<typeof openStaticHost>> | undefined;
  let token = '';
  async function ask(route: string, body?: object): Promise<Record<string, string>> {
    const response = await send(api.origin, route, token, body);
    expect(response.ok, `${route} answered ${response.status}`).toBe(true);
    return (await response.json()) as Record<string, string>;
  }
  try {
    token = (await ask('POST /api/login', adminAccount)).token as string;
    await ask('POST /api/admin/categories', { name: 'Drama' });
    const product = { title: 'Kukla Atölyesi', price: '650', description: 'Bir gün.', stock: '5', date: day };
    const fields = { ...product, time: '14:00', location: 'Merkez', category: 'Drama' };
    const { id } = await ask('POST /api/product/add', await formData(fields, 'image1', 'image2'));
    const renamed = await formData({ ...fields, title: 'Gölge Atölyesi' }, 'image1', 'image2');
    await ask(`PUT /api/product/update/${id}`, renamed);
    const words = { title: 'Uyku', description: 'Kısa.', content: '<p>Uzun.</p>' };
    await ask('POST /api/blogs/add', await formData(words, 'image'));

    const OUT_DIR = join(folder, 'dist');
    await promisify(execFile)('npm', ['run', 'build'], {
      env: {
        ...process.env,
        SITE_URL: origin,
        PUBLIC_API_URL: api.origin,
        PUBLIC_MEDIA_URL: process.env.CDN_MEDIA_URL,
        OUT_DIR,
        ASTRO_CACHE_DIR: join(folder, 'cache'),
      },
    });
    host = await openStaticHost(OUT_DIR, port);

    // CORS allows the origin of the site only, for errors too.
    for (const [from, allowed] of [
      [origin, origin],
      ['http://localhost:1', null],
      [`${origin}.ornek.com`, null],
    ]) {
      for (const path of ['/api/products', '/api/me']) {
        const { headers } = await fetch(`${api.origin}${path}`, { headers: { origin: from as string } });
        expect(headers.get('access-control-allow-origin') === from, `${from} ${path}`).toBe(allowed !== null);
      }
    }

    // Pages and pictures are served, and old addresses redirect.
    const answers: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) answers.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${origin}/products/kukla-atolyesi`);
    await expect(page).toHaveURL(`${origin}/products/golge-atolyesi`);
    const shown = page.locator('.prod__main img, img.prod__main').first();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(answers).toEqual([]);

    // A guest fills a cart, signs in and orders.
    await page.goto(`${origin}/products`);
    const card = page.locator('.prod', { hasText: 'Gölge Atölyesi' });
    await card.getByRole('button', { name: 'Sepete Ekle' }).click();
    await expect(page.locator('#toasts')).toContainText('sepete eklendi (girişsiz)');
    await page.goto(`${origin}/login`);
    await page.getByLabel('E-posta').fill(adminAccount.email);
    await page.getByLabel('Şifre', { exact: true }).fill(adminAccount.password);
    await page.locator('form').getByRole('button', { name: 'Giriş', exact: false }).first().click();
    await page.waitForURL(`${origin}/admin`);
    await expect(page.getByRole('heading', { name: 'Yönetim Paneli' })).toBeVisible();
    await page.goto(`${origin}/cart`);
    await page.getByRole('button', { name: 'Devam Et' }).click();
    await page.getByLabel('Katılımcı-1 Ad Soyad').fill('Ada Su');
    await page.getByRole('dialog').getByRole('button', { name: 'Devam Et' }).click();
    await page.waitForURL(`${origin}/orders`);
    await expect(page.getByText('Gölge Atölyesi').first()).toBeVisible();

    // An address of the admin area, for which there is no file.
    await page.goto(`${origin}/admin/orders`);
    await expect(page.getByRole('cell', { name: /Gölge Atölyesi/ }).first()).toBeVisible();

    // An open page shows seats that are sold elsewhere.
    await page.goto(`${origin}/products`);
    await expect(card.getByRole('button', { name: 'Sepete Ekle' })).toBeEnabled();
    const cartItems = [{ id, quantity: 2, participants: [{ fullName: 'Ece Su' }, { fullName: 'Can Su' }] }];
    await ask('POST /api/order/create', { cartItems });
    await expect(card).toContainText('Son 2 kontenjan');

    await page.goto(`${origin}/blog/uyku`);
    const comments = page.getByRole('region', { name: /^Yorumlar/ });
    await comments.scrollIntoViewIfNeeded();
    await expect(comments.getByRole('button', { name: 'Yorumu gönder' })).toBeEnabled();
    await comments.getByLabel('Adınız Soyadınız').fill('Irmak');
    await comments.getByLabel('Yorumunuz', { exact: true }).fill('Çok iyi geldi.');
    await comments.getByRole('button', { name: 'Yorumu gönder' }).click();
    await expect(comments.getByText('Teşekkürler! Yorumunuz onaylandıktan sonra burada görünecek.')).toBeVisible();

    // A post published after the build is shown at its address; an unknown address shows the 404 page.
    await ask('POST /api/blogs/add', { ...words, title: 'Az önce' });
    expect((await page.goto(`${origin}/blog/az-once`))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Az önce' })).toBeVisible();
    await page.goto(`${origin}/boyle-bir-sayfa-yok`);
    await expect(page.getByRole('heading', { name: 'Aradığınız sayfayı bulamadık.' })).toBeVisible();

    const asset = /\/_astro\/[^"]+\.js/.exec(await (await fetch(origin)).text())?.[0];
    const { headers } = await fetch(`${origin}${asset}`);
    expect(headers.get('cache-control')).toContain('immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const policyOf = async (path: string) => (await fetch(`${origin}${path}`)).headers.get('permissions-policy');
    expect(await policyOf(`/admin/door/${id}`)).toContain('camera=(self)');
    expect(await policyOf('/admin/orders')).toContain('camera=()');
    await page.goto(`${origin}/admin/door/${id}`);
    await expect(page.getByText('3 kişiden 0 kişi geldi')).toBeAttached();

    // A ticket's page is the host's, what it shows comes from the API and stays without a network.
    const [order] = (await ask('GET /api/my-orders')) as unknown as { participants: { ticket_url: string }[] }[];
    const address = order?.participants[0]?.ticket_url as string;
    await page.goto(origin + address);
    const tickets = page.getByRole('list', { name: 'Biletler' }).getByRole('listitem');
    await expect(tickets.first()).toContainText('Gölge Atölyesi');
    const pdf = await page.getByRole('link', { name: 'PDF indir' }).getAttribute('href');
    expect([(await fetch(pdf as string)).status, pdf?.startsWith(api.origin)]).toEqual([200, true]);
    await expect(page.locator('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
    await expect(page.getByText('internet olmasa da görünür')).toBeVisible();
    await page.context().setOffline(true);
    await page.reload();
    await expect(tickets.first()).toContainText('Gölge Atölyesi');
    await page.context().setOffline(false);

    const calendar = await fetch(`${origin}/atolyeler.ics`);
    expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const entries = await calendar.text();
    expect(entries).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]+\r\nSUMMARY:Gölge Atölyesi\r\n[\s\S]+END:VCALENDAR\r\n$/);
    expect(entries).toContain(`URL:${origin}/products/golge-atolyesi`);
  } finally {
    host?.close();
    await api.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
