import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { setLiveWords, snapshotWords } from '../../src/api/content/content.service.ts';
import { content, contentLive } from '../../src/api/content/content.tables.ts';
import { readPublishedLegal } from '../../src/api/content/publishedLegal.service.ts';
import { paymentSettings } from '../../src/api/payments/payments.tables.ts';
import { saveSetting } from '../../src/api/site/settings.service.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { addProduct, readOrders } from './shop.ts';

test('whatever is written of the terms shows in the next preview, by whichever process', async () => {
  const api = await openTestApi();
  const { db, clock } = api.ctx;
  const { token } = await api.signUp();
  const cartItems = [{ id: await addProduct(api.ctx), quantity: 1 }];
  const preview = async () => (await api.send('POST /api/order/preview', { token, body: { cartItems } })).body;
  await db.transaction(async (tx) => setLiveWords(tx, await snapshotWords(tx, clock()), clock()));
  const hashes = [(await preview()).preview_hash];
  expect((await preview()).preview_hash).toBe(hashes[0]);
  const [legal] = await db.select().from(content).where(eq(content.name, 'legal/mesafeli-satis'));
  // Written past this process, as another one would.
  const writes = [
    () => db.insert(paymentSettings).values({ value: { days_before: 5 }, salt: 'tuz' }),
    () => db.update(paymentSettings).set({ value: { days_before: 4 } }),
    () => saveSetting(db, 'site', { legal_name: 'Deniz Yılmaz Danışmanlık' }),
    () => saveSetting(db, 'samples', { words: false }),
    () => db.insert(content).values({ ...legal!, revision: 2, data: { ...(legal!.data as object), title: 'Yeni' } }),
    () => db.update(contentLive).set({ revision: 2 }).where(eq(contentLive.name, 'legal/mesafeli-satis')),
    () => db.update(contentLive).set({ version: '2200-01-01' }).where(eq(contentLive.name, 'legal/mesafeli-satis')),
    () => db.delete(contentLive),
  ];
  for (const write of writes) {
    await write();
    hashes.push((await preview()).preview_hash);
  }
  // A revision that is not published changes nothing.
  const isSame = hashes.map((hash, index) => index > 0 && hash === hashes[index - 1]);
  expect(isSame).toEqual([false, false, false, false, false, true, false, false, false]);
});

test('an order keeps the terms of the preview its buyer saw, whatever version the page was built with', async () => {
  const api = await openTestApi();
  const { token } = await api.signUp();
  const cartItems = [cartLine(await addProduct(api.ctx))];
  const { preview_hash } = (await api.send('POST /api/order/preview', { token, body: { cartItems } })).body;
  for (const terms_version of ['1999-01-01', undefined])
    await api.send('POST /api/order/create', { token, body: { cartItems, terms_version, preview_hash } });
  const [terms] = await readPublishedLegal(api.ctx.db, ['mesafeli-satis'], api.ctx.clock());
  const kept = (await readOrders(api.ctx)).map((row) => [row.terms_version, row.terms_hash]);
  expect(kept).toEqual([1, 2].map(() => [terms?.version, terms?.hash]));
});
