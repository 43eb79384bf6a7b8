import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { afterAll, expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { openSession } from '../../src/api/account/sessions.service.ts';
import { readEnv } from '../../src/api/env.ts';
import { openContext } from '../../src/api/openContext.ts';
import { addProduct } from '../api/shop.ts';
import { openCardStandIn } from '../cards/standIn.ts';
import { cartLine } from '../load/cartLines.ts';
import { countRounds } from '../load/longRun.ts';
import { startApi } from '../load/processes.ts';
import { adminAccount, signIn } from './admin.ts';

const folder = mkdtempSync(join(tmpdir(), 'practice-payments-'));
const DATA_DIR = join(folder, 'data');
const environment = { DATA_DIR, ADMIN_EMAIL: adminAccount.email, ADMIN_PASSWORD: adminAccount.password };
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes a product and a buyer while no process has the database open. */
async function prepare(): Promise<{ product: string; token: string }> {
  const ctx = await openContext(readEnv(environment), pino({ level: 'silent' }));
  const values = { email: `${crypto.randomUUID()}@ornek.com`, name: 'Deniz', surname: 'Su', activated_at: new Date() };
  const [buyer] = await ctx.db.insert(users).values(values).returning();
  const token = await openSession(ctx.db, buyer?.id as string, 'test', new Date());
  const product = await addProduct(ctx);
  await ctx.close();
  return { product, token };
}

async function readSubjects(): Promise<string[]> {
  const names = await readdir(join(DATA_DIR, 'outbox')).catch(() => []);
  const files = names.filter((name) => name.endsWith('.eml'));
  const parsed = files.map(
    async (name) => (await PostalMime.parse(await readFile(join(DATA_DIR, 'outbox', name)))).subject,
  );
  return (await Promise.all(parsed)).filter((subject) => subject !== undefined);
}

const paidMails = async () => (await readSubjects()).filter((subject) => subject.startsWith('Ödemeniz alındı')).length;

test('a process killed right after it answered a card notice leaves one payment and one mail, however often it is told', {
  timeout: 150_000,
}, async () => {
  const standIn = await openCardStandIn(async (path, body, type) =>
    (await fetch(`${api.origin}${path}`, { method: 'POST', body, headers: { 'content-type': type } })).text(),
  );
  const withCards = { ...environment, ...standIn.environment('paytr') };
  const { product, token } = await prepare();
  let api = await startApi(withCards);
  const order = await api.checkout(token, [cartLine(product)]);
  const { code } = (order.body.orders as { code: string }[])[0] as { code: string };
  const headers = { authorization: `Bearer ${token}` };
  const begun = await fetch(`${api.origin}/api/my-checkouts/${code}/card`, { method: 'POST', headers });
  const { attempt } = (await begun.json()) as { attempt: string };
  const payment = standIn.paytr.decide(attempt.replaceAll('-', ''), 'paid');
  const before = await paidMails();
  expect(await standIn.paytr.deliver(payment)).toEqual(['OK']);
  await api.kill();
  api = await startApi(withCards);
  const again = await Promise.all([standIn.paytr.deliver(payment), standIn.paytr.deliver(payment)]);
  expect(again).toEqual([['OK'], ['OK']]);
  await expect.poll(paidMails, { timeout: 60_000 }).toBe(before + 1);
  const response = await fetch(`${api.origin}/api/my-checkouts/${code}`, { headers });
  expect(await response.json()).toMatchObject({ state: 'paid', paid: 650, card: { state: 'paid' } });
  await api.stop();
  await standIn.close();
  expect(await paidMails()).toBe(before + 1);
});

const rounds = countRounds(1);

test('a process killed right after it took a payment leaves one state, and the buyer one mail', {
  timeout: rounds * 150_000,
}, async () => {
  const start = await startApi(environment);
  await start.stop();
  for (let round = 1; round <= rounds; round += 1) {
    const { product, token } = await prepare();
    const api = await startApi(environment);
    const admin = await signIn(api);
    const order = await api.checkout(token, [cartLine(product)]);
    const { code } = (order.body.orders as { code: string }[])[0] as { code: string };
    const pay = () =>
      fetch(`${api.origin}/api/admin/checkouts/${code}/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${admin}` },
        body: JSON.stringify({ amount: 650, received_on: '2026-01-05', external_ref: `dekont-${round}` }),
      });
    expect((await pay()).status).toBe(201);
    await api.kill();
    const again = await startApi(environment);
    await expect
      .poll(async () => (await readSubjects()).filter((subject) => subject.startsWith('Ödemeniz alındı')).length, {
        timeout: 60_000,
      })
      .toBe(round + 1);
    const response = await fetch(`${again.origin}/api/my-checkouts/${code}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await response.json()).toMatchObject({ state: 'paid', paid: 650, open: 0, orders: [{ status: 'paid' }] });
    await again.stop();
    expect((await readSubjects()).filter((subject) => subject.startsWith('Ödemeniz alındı'))).toHaveLength(round + 1);
  }
});
