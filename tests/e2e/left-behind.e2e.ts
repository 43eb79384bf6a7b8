import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, type Fixtures, test } from './fixtures.ts';
import { formData, holdRequests, uniqueTitle } from './helpers.ts';

const storedHere = (page: Page) =>
  page.evaluate(
    () => ({ ...Object.fromEntries(Object.entries(localStorage)), ...sessionStorage }) as Record<string, string>,
  );

test('whoever sits down after a sign-out finds nothing of the person in the browser', async ({
  page,
  api,
  addProduct,
  customer,
  signInAs,
}) => {
  const product = await addProduct();
  const person = await customer();
  await api('POST /api/cart/add', { token: person.token, body: { product_id: product.id, quantity: 1 } });
  await signInAs(person.token, '/cart');
  await page.getByRole('button', { name: 'Devam Et' }).click();
  await page.getByLabel('Katılımcı-1 Ad Soyad').fill('Ayşe Çocuk');
  await expect.poll(async () => JSON.stringify(await storedHere(page))).toContain('Ayşe Çocuk');
  await page.goto('/kocluk');
  await page.locator('form textarea').first().fill('Oğlum uyuyamıyor.');
  await expect.poll(async () => JSON.stringify(await storedHere(page))).toContain('uyuyamıyor');
  // What the admin area, the door, a registration and a card payment leave.
  await page.evaluate(() => {
    localStorage.setItem('draft:blog:new', JSON.stringify({ values: { title: 'Gizli yazı' }, changedAt: Date.now() }));
    localStorage.setItem('door-device', 'b7e23ec2');
    localStorage.setItem('registration', JSON.stringify({ email: 'a@ornek.com' }));
    sessionStorage.setItem('checkout_key', '"anahtar"');
    sessionStorage.setItem('order_done', 'true');
    sessionStorage.setItem('reset', JSON.stringify({ email: 'a@ornek.com' }));
    sessionStorage.setItem('card:S7KX2M9P', JSON.stringify({ attempt: 'a1', frame: 'https://kart.example/odeme' }));
  });
  await page.evaluate(async () => {
    await (await caches.open('bilet 2199-05-10 ABC')).put('/bilet/ABC', new Response('Ayşe Çocuk'));
  });
  const before = await storedHere(page);
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['token', 'participants', 'account_cart']));

  await page.goto('/cikis');
  await expect(page).toHaveURL(/:\d+\/$/);
  // `device` is a random number that says nothing of the person, by which accounts know this browser; `signed_out` is a
  // time.
  const { entered: _, device: __, signed_out: ___, ...left } = await storedHere(page);
  expect(left).toEqual({});
  expect(await page.evaluate(() => caches.keys())).toEqual([]);

  const cookiePage = readFileSync('src/content/legal/cerezler.md', 'utf8');
  for (const key of Object.keys(before).filter((name) => name !== 'entered'))
    expect(cookiePage, `cerezler.md names ${key}`).toContain(`\`${key.replace(/:.*/, ':…')}\``);
});

/** Registers a customer of another name than the fixture's, without activation; returns the path of the mailed link. */
async function register({ api, mailTo }: Pick<Fixtures, 'api' | 'mailTo'>) {
  const email = `kisi-${crypto.randomUUID().slice(0, 8)}@ornek.com`;
  const password = 'kırmızı ip ve kâğıt';
  await api('POST /api/register', {
    body: { name: 'Elif', surname: 'Şahin', email, password, confirm: password, phone_number: null, role: 'user' },
  });
  const { pathname, search } = new URL(
    /https?:\S+\/activate\?\S+/.exec((await mailTo(email)).text ?? '')?.[0] as string,
  );
  return { email, password, path: pathname + search };
}

/** What the browser does with a page that it keeps for Back, whoever uses it meanwhile. */
const comeBack = (page: Page, token: string | null) =>
  page.evaluate((value) => {
    const fire = (name: string) => dispatchEvent(new PageTransitionEvent(name, { persisted: true }));
    fire('pagehide');
    if (value) localStorage.setItem('token', value);
    else localStorage.removeItem('token');
    fire('pageshow');
  }, token);

const emailField = (page: Page) => page.getByRole('textbox', { name: 'E-posta' });

test('an account that is activated in another tab is the one the open profile shows and changes', async ({
  page,
  context,
  api,
  mailTo,
  customer,
  signInAs,
}) => {
  const person = await customer();
  const next = await register({ api, mailTo });
  await signInAs(person.token, '/profile');
  await expect(emailField(page)).toHaveValue(person.email);
  const tab = await context.newPage();
  await tab.goto(next.path);
  await tab.getByRole('textbox', { name: 'Şifre' }).fill(next.password);
  await tab.getByRole('button', { name: 'Hesabımı etkinleştir' }).click();
  await expect(tab).toHaveURL(/:\d+\/$/);
  await expect(emailField(page)).toHaveValue(next.email);
});

test('Back shows the next person nothing of the one before, and the same person what they typed', async ({
  page,
  api,
  customer,
  signInAs,
}) => {
  const [person, next] = [await customer(), await customer()];
  await signInAs(person.token, '/profile');
  await page.getByRole('textbox', { name: 'Yeni şifre', exact: true }).fill('yarım kalan');
  const { token } = await api('POST /api/login', { body: { email: person.email, password: person.password } });
  await comeBack(page, token);
  await expect(page.getByRole('textbox', { name: 'Yeni şifre', exact: true })).toHaveValue('yarım kalan');

  const asked = await holdRequests(page, '**/api/me');
  await comeBack(page, next.token);
  await asked.waitUntilHeld();
  await expect(emailField(page)).toBeHidden();
  await asked.release();
  await expect(emailField(page)).toHaveValue(next.email);
  await comeBack(page, null);
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('whoever leaves a page that still asks who they are stays signed in', async ({ page, customer, signInAs }) => {
  const person = await customer();
  await signInAs(person.token);
  const asked = await holdRequests(page, '**/api/me');
  await page.goto('/orders');
  await asked.waitUntilHeld();
  await page.unroute('**/api/me');
  await page.goto('/profile');
  await expect(emailField(page)).toHaveValue(person.email);
});

test('a tab in which somebody typed names forgets them when they sign out in another', async ({
  page,
  context,
  api,
  addProduct,
  customer,
  signInAs,
}) => {
  const product = await addProduct();
  const [person, next] = [await customer(), await customer()];
  for (const { token } of [person, next])
    await api('POST /api/cart/add', { token, body: { product_id: product.id, quantity: 1 } });
  await signInAs(person.token, '/cart');
  await page.getByRole('button', { name: 'Devam Et' }).click();
  const name = page.getByLabel('Katılımcı-1 Ad Soyad');
  await name.fill('Ayşe Çocuk');

  const tab = await context.newPage();
  // A session that ends by itself and is begun again by the same person takes nothing away.
  const { token } = await api('POST /api/login', { body: { email: person.email, password: person.password } });
  await tab.goto('/');
  await tab.evaluate(() => localStorage.removeItem('token'));
  await expect(name).toBeHidden();
  const signIn = page.getByRole('main').getByRole('link', { name: 'giriş yapın' });
  await expect(signIn).toHaveAttribute('href', '/login?next=%2Fcart');
  await tab.evaluate((value) => localStorage.setItem('token', value), token);
  await expect(name).toHaveValue('Ayşe Çocuk');

  await tab.goto('/cikis');
  await expect(tab).toHaveURL(/:\d+\/$/);
  await expect(page.getByText('Henüz sepette ürün bulunmuyor.')).toBeVisible();
  await tab.evaluate((value) => localStorage.setItem('token', value), next.token);
  await page.getByRole('button', { name: 'Devam Et' }).click();
  await expect(name).toHaveValue('');
});

test('a post that is published but not built yet, and a preview, load nothing of YouTube without a click', async ({
  page,
  adminApi,
  signInAsAdmin,
}) => {
  const asked: string[] = [];
  await page.route(/youtube|ytimg|vimeo|google/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>video</p>' });
  });
  const content =
    '<p>Önce.</p><iframe class="ql-video" src="https://www.youtube.com/embed/abcdefghijk"></iframe><p>Sonra.</p>';
  const post = await adminApi('POST /api/blogs/add', {
    body: await formData(
      { title: uniqueTitle('Videolu'), description: 'Kısa.', content, status: 'published' },
      'image',
    ),
  });

  await page.goto(`/blog/${post.slug}`);
  const button = page.getByRole('link', { name: /Videoyu oynat/ });
  await expect(button).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await button.click();
  await expect(page.locator('.prose iframe')).toHaveAttribute('sandbox', /allow-scripts/);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  expect(asked.every((address) => address.startsWith('https://www.youtube-nocookie.com/embed/abcdefghijk'))).toBe(true);

  asked.length = 0;
  await signInAsAdmin();
  const { preview_token } = await adminApi('GET /api/admin/blogs/:id', { params: { id: post.id } });
  await page.goto(`/onizleme?token=${preview_token}`);
  await expect(button).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
});
