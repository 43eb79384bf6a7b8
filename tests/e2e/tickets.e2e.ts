import { expect, expectAccessible, test } from './fixtures.ts';
import { countSheets, expectFits, uniqueTitle } from './helpers.ts';

test('a family’s tickets open from the orders, without a network too, and print on one page', async ({
  page,
  context,
  addProduct,
  sell,
  signInAs,
}) => {
  const { order, buyer } = await sell(
    ['Müjde Yeşilyurtlu', 'Çağan Işıldak', 'Gülşah Işıldak'],
    await addProduct({
      title: uniqueTitle('Değerlendirilemeyebilecek Kadar Uzun Adlı Ebeveyn ve Çocuk Kukla Atölyesi'),
      location: 'Kadıköy Gençlik ve Kültürlerarası Dayanışma Merkezi, ikinci kattaki atölye odası',
      duration_minutes: '150',
    }),
  );
  const address = order.participants[0]?.ticket_url as string;

  await signInAs(buyer.token, '/orders');
  // A long grid would be printed over the page's foot.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('listitem').filter({ hasText: order.code }).locator('..')).toHaveCSS('display', 'block');
  await page.emulateMedia({ media: null });
  await page.getByRole('link', { name: 'Bilet: Müjde Yeşilyurtlu' }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Biletleriniz' })).toBeVisible();
  const tickets = page.getByRole('list', { name: 'Biletler' }).getByRole('listitem');
  await expect(tickets).toHaveCount(3);
  await expect(tickets.first()).toContainText('Ödenmedi · 650 ₺');
  await expect(tickets.first()).toContainText('14.00–16.30');
  await expectAccessible(page);
  await expectFits(page);
  await expect(page.getByText('internet olmasa da görünür')).toBeVisible();
  // All three are seen at once: there is nothing to swipe.
  const swipe = page.getByText('Kaydırarak öbür bilete geçin.');
  await expect(tickets.last()).toBeInViewport({ ratio: 0.6 });
  for (const part of [swipe, page.getByRole('button', { name: '3. bilet' })]) await expect(part).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(swipe).toBeVisible();
  await expectFits(page);
  await page.getByRole('button', { name: '3. bilet' }).click();
  await expect(tickets.last()).toBeInViewport({ ratio: 0.6 });

  // A third of A4 each, with every word on the paper.
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  const heights = await tickets.evaluateAll((all) => all.map((ticket) => ticket.getBoundingClientRect().height));
  for (const height of heights) expect(height).toBeLessThanOrEqual((99 / 25.4) * 96);
  const hidden = await tickets.evaluateAll((all) => all.map((ticket) => ticket.scrollHeight - ticket.clientHeight));
  expect(hidden).toEqual([0, 0, 0]);
  // Firefox adds an empty sheet to one that is as high as the window.
  await expect(page.locator('.tix')).toHaveCSS('min-height', '0px');
  expect(await countSheets(page)).toBe(1);
  await page.emulateMedia({ media: null });

  await context.setOffline(true);
  await page.reload();
  await expect(tickets).toHaveCount(3);
  await expect(tickets.last()).toContainText('Gülşah Işıldak');
  await expect(tickets.last().getByRole('img', { name: 'Biletin karekodu' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.fonts.check('16px Alegreya Variable'))).toBe(true);
  // Every ticket that was shown has a link of its own in the mail.
  await page.goto(order.participants[1]?.ticket_url as string);
  await expect(tickets).toHaveCount(3);
  await expect(tickets.first()).toContainText('Çağan Işıldak');
  await context.setOffline(false);
  await page.goto('/products');
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();

  // Whoever is not the buyer sees the one ticket whose code they have.
  await page.goto('/cikis');
  await expect(page).toHaveURL('/');
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Biletiniz' })).toBeVisible();
  await expect(tickets).toHaveCount(1);
  await page.goto('/bilet/YOK');
  await expect(page.getByRole('heading', { name: 'Bu kodla bir bilet bulamadık' })).toBeVisible();
  await page.goto('/belge/YOK');
  await expect(page.getByRole('heading', { name: 'Bu numarayla bir belgemiz yok' })).toBeVisible();
  expect(await countSheets(page)).toBe(1);
  await expectAccessible(page);
});
