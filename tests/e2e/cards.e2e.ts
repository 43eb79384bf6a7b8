import type { Locator, Page } from '@playwright/test';
import { dayInIstanbul } from '../../src/shared/time.ts';
import { type CardStandIn, openCardStandIn } from '../cards/standIn.ts';
import { freePort } from '../load/ports.ts';
import { test as base, expect, expectAccessible } from './fixtures.ts';
import { script } from './helpers.ts';
import { createServer } from './server.ts';

/** Journeys with a product that takes cards by one of the services. */
const withCards = (provider: 'paytr' | 'iyzico', port?: number) =>
  base.extend<{ dialog: Locator }, { standIn: CardStandIn }>({
    standIn: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
      async ({}, use) => {
        const standIn = await openCardStandIn(async (path, body, type) => {
          const init = { method: 'POST', body, headers: { 'content-type': type } };
          return (await fetch(`${standIn.siteOrigin}${path}`, init)).text();
        }, port);
        await use(standIn);
        await standIn.close();
      },
      { scope: 'worker' },
    ],
    server: [
      async ({ standIn }, use) => {
        const server = createServer(await freePort(), standIn.environment(provider));
        standIn.siteOrigin = server.origin;
        await use(server);
        await server.stop();
      },
      { scope: 'worker' },
    ],
    // The dialog of a cart with one seat, in which paying by card is chosen.
    dialog: async ({ page, api, customer, signInAs, addProduct }, use) => {
      const { id } = await addProduct();
      const { token } = await customer();
      await api('POST /api/cart/add', { token, body: { product_id: id, quantity: 1 } });
      await signInAs(token, '/cart');
      await page.getByRole('button', { name: 'Devam Et' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().fill('İpek Yılmaz');
      await dialog.getByRole('radio', { name: 'Kartla öde' }).check();
      await use(dialog);
    },
  });

const sheet = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Sipariş kodu' }).first();

const withPaytr = withCards('paytr', Number(process.env.E2E_PAYTR_PORT));

withPaytr(
  'a card is typed in the frame of PayTR, and the orders follow until PayTR has told @phone-only',
  async ({ page, standIn, dialog }) => {
    await dialog.getByRole('button', { name: 'Devam Et' }).click();

    await expect(page).toHaveURL(/\/odeme\/[2-9A-HJ-NP-Z]{8}$/);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('button', { name: 'Öde' })).toBeVisible();
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
    await expectAccessible(page);
    // PayTR's notice is late: the buyer is back before it.
    standIn.behaviour = { notices: 0 };
    // The frame is the first thing after the page's head that takes the focus.
    await page.locator('main').focus();
    await page.keyboard.press('Tab');
    await expect(frame.getByRole('button', { name: 'Öde' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/orders\?code=/);
    await expect(sheet(page).getByText('Bankanızdan yanıt bekliyoruz.')).toBeVisible();
    expect(await page.locator('meta[http-equiv=content-security-policy]').getAttribute('content')).not.toContain(
      standIn.url,
    );
    await expectAccessible(page);
    standIn.behaviour = {};
    const [payment] = [...standIn.paytr.payments.values()];
    expect(await standIn.paytr.deliver(payment!)).toEqual(['OK']);
    await expect(page.getByText('Ödemeniz alındı.')).toBeVisible();
    await expect(sheet(page).getByText('Ödendi', { exact: true })).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: /kartla öde/i })).toHaveCount(0);
  },
);

withPaytr(
  'the page of a card leaves for the orders when the order was paid in another tab @phone-only',
  async ({ page, context, standIn, dialog }) => {
    await dialog.getByRole('button', { name: 'Devam Et' }).click();
    await expect(page).toHaveURL(/\/odeme\//);
    const first = [...standIn.paytr.payments.values()].at(-1)!;
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Kartla öde' }).click();
    await expect(other.locator('iframe')).toBeVisible();
    standIn.paytr.decide(first.name, 'paid');
    await standIn.paytr.deliver(first);
    await expect(other).toHaveURL(/\/orders\?code=/);
    await expect(sheet(other).getByText('Ödendi', { exact: true })).toBeVisible();
  },
);

const withIyzico = withCards('iyzico');

withIyzico(
  'whoever comes back to a phone sees how the card payment ended without scrolling @phone-only',
  async ({ page, dialog }) => {
    await page.setViewportSize({ width: 375, height: 553 });
    await dialog.getByRole('button', { name: 'Devam Et' }).click();
    await expect(page.getByRole('button', { name: 'Kartı reddet' })).toBeVisible();
    await page.goBack();
    await expect(page.getByText('Siparişiniz alındı;')).toBeVisible();
    await page.goForward();
    await page.getByRole('button', { name: 'Kartı reddet' }).click();
    await expect(page).toHaveURL(/\/orders\?code=/);
    await expect(sheet(page).getByText(/Yeniden deneyebilir/)).toBeInViewport({ ratio: 1 });
  },
);

withIyzico(
  'an order whose card payment cannot be opened is made all the same, and the orders offer the card again',
  async ({ page, dialog }) => {
    await page.route(script('cardPayment.store'), (route) => route.abort());
    await dialog.getByRole('button', { name: 'Devam Et' }).click();
    await expect(page).toHaveURL('/orders');
    await page.unrouteAll();
    await page.reload();
    await expect(sheet(page).getByRole('button', { name: 'Kartla öde' })).toBeVisible();
  },
);

withIyzico(
  'whoever comes back from the card with the back button sees the order as it stands',
  async ({ page, standIn, dialog }) => {
    standIn.behaviour = { status: 503 };
    await dialog.getByRole('button', { name: 'Devam Et' }).click();
    await expect(page).toHaveURL('/orders');
    standIn.behaviour = {};
    await sheet(page).getByRole('button', { name: 'Havale/EFT ile ödemek istiyorum' }).click();
    await expect(sheet(page).getByRole('button', { name: 'Merkezde ödemek istiyorum' })).toBeVisible();
    // The card is opened, and this page is shown again as it was left.
    await page.route('**/checkoutform/**', (route) => route.fulfill({ status: 204 }));
    const opened = page.waitForResponse(/\/api\/my-checkouts\/\w+\/card$/);
    await sheet(page).getByRole('button', { name: 'Kartla öde' }).click();
    await opened;
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(sheet(page).getByText('Bankanızdan yanıt bekliyoruz.')).toBeVisible();
  },
);

withIyzico(
  'an order that is released while its card is open says so and follows the payment without reloading',
  async ({ page, api, adminToken, standIn, dialog }) => {
    await dialog.getByRole('button', { name: 'Devam Et' }).click();
    await expect(page.getByRole('button', { name: 'Kartı reddet' })).toBeVisible();
    await page.goto('/orders');
    await expect(sheet(page).getByText('Bankanızdan yanıt bekliyoruz.')).toBeVisible();
    const code = (await sheet(page).locator('.tk__code b').textContent()) as string;
    const admin = { token: await adminToken(), params: { code } };
    await api('POST /api/admin/checkouts/:code/release', admin);
    await expect(sheet(page).getByText('Yeriniz boşaltıldı', { exact: true })).toBeVisible();
    await expect(sheet(page).getByText('Bankanızdan yanıt bekliyoruz.')).toBeVisible();
    await expect(sheet(page).getByText(/tekrar sepetinize ekleyin/)).toHaveCount(0);
    await expect(page.getByText(/Yeriniz ayrıldı/)).toHaveCount(0);
    await expect(sheet(page).getByText(/tamamını iade ederiz/)).toBeVisible();
    await expectAccessible(page);
    const payment = standIn.iyzico.decide([...standIn.iyzico.payments.keys()].at(-1)!, 'paid');
    await standIn.iyzico.deliver(payment);
    await expect(sheet(page).getByText('Ödendi', { exact: true })).toBeVisible();
  },
);

withIyzico(
  'a card that cannot be opened because the order was paid meanwhile leads to the order as it stands',
  async ({ page, api, adminToken, standIn, dialog }) => {
    standIn.behaviour = { status: 503 };
    await dialog.getByRole('button', { name: 'Devam Et' }).click();
    await expect(sheet(page).getByRole('button', { name: 'Kartla öde' })).toBeVisible();
    standIn.behaviour = {};
    const code = (await sheet(page).locator('.tk__code b').textContent()) as string;
    const body = { amount: 650, method: 'transfer', received_on: dayInIstanbul(new Date()) };
    await api('POST /api/admin/checkouts/:code/payments', { token: await adminToken(), params: { code }, body });
    await sheet(page).getByRole('button', { name: 'Kartla öde' }).click();
    await expect(sheet(page).getByText('Ödendi', { exact: true })).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: 'Kartla öde' })).toHaveCount(0);
  },
);

withIyzico(
  'a card that iyzico refuses is tried again with the keyboard, and the payment goes back to it with one press',
  async ({ page, api, customer, adminToken, signInAs, addProduct, browser, baseURL }) => {
    const { id } = await addProduct();
    const { token } = await customer();
    const participants = [{ fullName: 'İpek Yılmaz' }];
    const { orders } = await api('POST /api/order/create', {
      token,
      body: { cartItems: [{ id, quantity: 1, participants }] },
    });
    const code = orders[0]?.code as string;
    await signInAs(token, '/orders');
    await expect(sheet(page).getByRole('button', { name: 'Merkezde ödemek istiyorum' })).toBeVisible();
    await sheet(page).getByRole('button', { name: 'Kartla öde' }).press('Enter');
    await page.getByRole('button', { name: 'Kartı reddet' }).click();
    await expect(page).toHaveURL(`${baseURL}/orders?code=${code}`);
    await expect(sheet(page).getByText('Kartınızla ödeme tamamlanamadı.')).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: 'Havale/EFT ile ödemek istiyorum' })).toBeVisible();
    await expectAccessible(page);
    await sheet(page).getByRole('button', { name: 'Yeniden kartla öde' }).press('Enter');
    await page.getByRole('button', { name: 'Öde', exact: true }).press('Enter');
    await expect(page).toHaveURL(`${baseURL}/orders?code=${code}`);
    await expect(sheet(page).getByText('Ödendi', { exact: true })).toBeVisible();
    await expect(sheet(page).locator('.tk__top')).toBeFocused();

    const admin = await (await browser.newContext({ baseURL })).newPage();
    await admin.addInitScript((value) => localStorage.setItem('token', value), await adminToken());
    await admin.goto(`/admin/payments?search=${code}`);
    await admin.getByRole('button', { name: /^Ayrıntılar/ }).click();
    const dialog = admin.getByRole('dialog');
    await expect(dialog.getByRole('region', { name: 'Kart denemeleri' }).getByRole('listitem')).toHaveCount(2);
    await dialog.getByRole('button', { name: /^Karta iade et/ }).click();
    await admin.getByRole('button', { name: 'Karta iade et', exact: true }).click();
    await expect(admin.getByText('650 ₺ karta iade edildi.').first()).toBeVisible();
    await admin.context().close();
    await page.reload();
    await expect(sheet(page).getByText('650 ₺ geri ödendi.')).toBeVisible();
  },
);
