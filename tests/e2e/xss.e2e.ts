import type { BrowserContext, Page } from '@playwright/test';
import { closeEverything, packPayloads, payloads } from '../attack/payloads.ts';
import { expect, test } from './fixtures.ts';
import { png, uniqueTitle } from './helpers.ts';

/** Scripts that ran on a page, and violations of its content security policy. */
interface Trace {
  hits: number;
  breaches: string[];
}

/** Counts injected scripts that run, in every page that is opened from now on and its frames, and policy violations. */
const watch = (context: BrowserContext) =>
  context.addInitScript(() => {
    const trace = window.top as unknown as { __trace?: Trace; __hit?: () => void };
    trace.__trace ??= { hits: 0, breaches: [] };
    const hit = () => {
      (trace.__trace as Trace).hits += 1;
    };
    Object.assign(window, { __hit: hit, alert: hit });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      trace.__trace?.breaches.push(`${violatedDirective} ${blockedURI}`),
    );
  });

const readTrace = (page: Page) => page.evaluate(() => (window as unknown as { __trace: Trace }).__trace);

/** Clicks what is left of the injected links and buttons, whose text is `x`; returns how many. */
const follow = (page: Page) =>
  page.evaluate(() => {
    const left = [...document.querySelectorAll('main *')].filter(({ textContent }) => textContent?.trim() === 'x');
    for (const part of left) part.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    return left.length;
  });

test(`none of ${payloads.length} scripts injected through every field runs on any page`, async ({
  page,
  api,
  adminToken,
  customer,
  mailTo,
  signInAs,
  baseURL,
}) => {
  test.setTimeout(300_000);
  expect(payloads.length).toBeGreaterThanOrEqual(150);
  const token = await adminToken();
  const buffer = await png();
  const form = (fields: Record<string, string>, ...images: string[]) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    for (const name of images)
      body.append(name, new File([new Uint8Array(buffer)], '"><svg onload=__hit()>.png', { type: 'image/png' }));
    return body;
  };
  // Short fields take the payloads in turn, long ones hold them all.
  const short = packPayloads(90);
  let turn = 0;
  const some = () => `${short[turn++ % short.length]}`;
  const all = (limit: number) => packPayloads(limit);

  const category = await api('POST /api/admin/categories', { token, body: { name: uniqueTitle(some().slice(0, 60)) } });
  const products = [];
  for (const description of all(5000)) {
    const fields = {
      title: some(),
      price: '10',
      stock: '50',
      date: '2198-01-01',
      time: '10:00',
      location: some(),
      category: category.name,
    };
    products.push(
      await api('POST /api/product/add', { token, body: form({ ...fields, description }, 'image1', 'image2') }),
    );
  }
  const posts = [];
  for (const description of all(1000)) {
    const { image_url } = await api('POST /api/admin/pictures', { token, body: form({}, 'image') });
    const described = `<h2>${some()}</h2><p><img src="${image_url}" alt="${some().replaceAll('"', '&quot;')}"></p>`;
    const content =
      described + payloads.map((payload) => `<p>${payload}</p>${closeEverything}`).join('') + payloads.join('');
    posts.push(
      await api('POST /api/blogs/add', { token, body: form({ title: some(), description, content }, 'image') }),
    );
  }
  const services = [];
  for (const description of all(5000)) {
    services.push(
      await api('POST /api/consulting', { token, body: form({ title: some(), note: some(), description }, 'image') }),
    );
  }
  const sets = [];
  for (const description of all(2000)) {
    const fields = { title: some(), description, date: '2199-01-01', category: 'Koçluk', alt: some() };
    sets.push(await api('POST /api/admin/gallery/add', { token, body: form(fields, 'image') }));
  }
  const post = posts[0] as (typeof posts)[number];
  const comments = [];
  for (const description of all(2000)) {
    await api('POST /api/comments/create', { body: { blog_id: post.id, name_surname: some(), description } });
  }
  for (const comment of await api('GET /api/admin/comments/all', { token })) {
    if (comment.blog_id !== post.id) continue;
    comments.push(await api('PATCH /api/admin/comments/:id/approve', { token, params: { id: comment.id } }));
  }
  for (const [index, message] of all(5000).entries()) {
    const about = { form_type: 'consulting', selected_service_id: some(), selected_service_name: some() };
    const person = {
      name: some(),
      surname: some(),
      email: `"${index}"@ornek.com`.replaceAll('"', 'x'),
      phone_number: '0532 000 00 00',
    };
    await api('POST /api/consulting-create-messages', { body: { ...about, ...person, message, kvkk_consent: true } });
  }
  const buyer = await customer();
  const lines = products.map(({ id }) => ({
    id,
    quantity: 2,
    participants: [{ fullName: some() }, { fullName: some() }],
  }));
  await api('POST /api/order/create', { token: buyer.token, body: { cartItems: lines } });
  await api('POST /api/cart/add', { token: buyer.token, body: { product_id: products[0]?.id, quantity: 1 } });
  const evil = {
    name: some(),
    surname: some(),
    email: `x-${crypto.randomUUID().slice(0, 8)}@ornek.com`,
    password: 'pamuk-iplik-42-kedi',
  };
  await api('POST /api/register', { body: { ...evil, phone_number: null } });
  // A name counts once its account is activated.
  const link = /activate\?token=([\w-]+)/.exec((await mailTo(evil.email)).text ?? '')?.[1];
  await api('POST /api/activate', { body: { token: link, password: evil.password } });

  await watch(page.context());
  const load = async (path: string, shown?: 'shown') => {
    const tab = await page.context().newPage();
    await tab.goto(path);
    if (shown) await expect(tab.locator('main').first(), path).toContainText('__hit()');
    return tab;
  };
  // Opens everything that can be unfolded.
  const unfold = async (tab: Page) => {
    await tab.evaluate(() => {
      for (const part of document.querySelectorAll('details')) part.open = true;
      window.scrollTo(0, document.body.scrollHeight);
    });
    for (const name of [/Detaylı Bilgi/, /daha fazla/i]) {
      const button = tab.getByRole('button', { name }).first();
      if (await button.isVisible().catch(() => false)) await button.click({ timeout: 2000 }).catch(() => {});
    }
    return follow(tab);
  };
  /** Opens pages, four at a time; returns how many links of each were followed. */
  const openAll = async (paths: string[], shown?: 'shown') => {
    const followed: number[] = [];
    // A browser has six connections to a server, and many pages keep one.
    for (let start = 0; start < paths.length; start += 4) {
      const open = paths.slice(start, start + 4);
      const tabs = await Promise.all(open.map((path) => load(path, shown)));
      // Nothing tells that no script will run: wait a moment.
      await page.waitForTimeout(600);
      for (const tab of tabs) followed.push(await unfold(tab));
      await page.waitForTimeout(200);
      const traces = await Promise.all(tabs.map(readTrace));
      expect(traces.map((trace, index) => [open[index], trace])).toEqual(
        open.map((path) => [path, { hits: 0, breaches: [] }]),
      );
      await Promise.all(tabs.map((tab) => tab.close()));
    }
    return followed;
  };

  // First a page that is not built yet, which the browser fills in, then built ones.
  const [followedNew] = await openAll([`/blog/${post.slug}`], 'shown');
  expect(followedNew, 'links to follow').toBeGreaterThan(25);
  const built = [
    ...posts.slice(0, 3).map(({ slug }) => `/blog/${slug}`),
    ...products.map(({ slug }) => `/products/${slug}`),
  ];
  await api('POST /api/admin/publish', { token });
  const status = async () => Promise.all(built.map(async (path) => (await fetch(`${baseURL}${path}`)).status));
  await expect.poll(status, { timeout: 150_000, intervals: [500] }).toEqual(built.map(() => 200));
  await openAll(['/', '/danismanlik', '/kocluk']);
  const [followed] = await openAll([...built, '/products', '/galeri', '/blog'], 'shown');
  expect(followed, 'links to follow').toBeGreaterThan(25);
  await signInAs(buyer.token, '/');
  await openAll(['/cart', '/orders'], 'shown');
  await page.evaluate((value) => localStorage.setItem('token', value), token);
  await openAll(['/admin']);
  const admin = [
    '/manage-products',
    `/edit-product/${products[0]?.id}`,
    '/add-category',
    '/orders',
    '/users',
    '/blog',
    `/blog?edit=${post.id}`,
    '/manage-comments',
    '/gallery',
    '/consulting',
    '/consulting/messages',
  ];
  await openAll(
    admin.map((path) => `/admin${path}`),
    'shown',
  );

  // Control: on a page without a policy the same payloads are counted, by themselves and when they are clicked.
  const body =
    '<main><img src=x onerror=__hit()><a href="javascript:__hit()">x</a><form action="javascript:__hit()"><button>x</button></form></main>';
  await page.route('**/trap', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${baseURL}/trap`);
  await expect.poll(async () => (await readTrace(page)).hits).toBe(1);
  await follow(page);
  await expect.poll(async () => (await readTrace(page)).hits).toBe(3);
});
