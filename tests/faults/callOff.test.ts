import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { readEnv } from '../../src/api/env.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { openContext } from '../../src/api/openContext.ts';
import { checkouts, orders } from '../../src/api/orders/orders.tables.ts';
import { payments, refunds } from '../../src/api/payments/payments.tables.ts';
import { addProduct } from '../api/shop.ts';
import { countRounds, createRandom } from '../load/longRun.ts';
import { startApi } from '../load/processes.ts';
import { adminAccount, signIn } from './admin.ts';

const folder = mkdtempSync(join(tmpdir(), 'practice-call-off-'));
const environment = {
  DATA_DIR: join(folder, 'data'),
  ADMIN_EMAIL: adminAccount.email,
  ADMIN_PASSWORD: adminAccount.password,
  // Nobody listens there: mails stay in the outbox.
  SMTP_URL: 'smtp://127.0.0.1:1',
};
afterAll(() => rm(folder, { recursive: true, force: true }));

const buyers = 500;
const open = () => openContext(readEnv(environment), pino({ level: 'silent' }));

/** An event whose every seat somebody else paid for. */
async function prepare(): Promise<string> {
  const ctx = await open();
  const id = await addProduct(ctx, { stock: 0 });
  const now = ctx.clock();
  const codes = Array.from({ length: buyers }, () => crypto.randomUUID().slice(0, 8));
  const shared = { method: 'transfer' as const, created_at: now };
  await ctx.db
    .insert(checkouts)
    .values(codes.map((code) => ({ code, ...shared, state: 'paid' as const, total_kurus: 65_000, due_at: now })));
  await ctx.db.insert(orders).values(
    codes.map((code) => ({
      ...{ code, product_id: id, event_title: 'Drama', unit_price_kurus: 65_000, quantity: 1, status: 'paid' as const },
      ...{ buyer_email: `${code}@ornek.com`, buyer_name: 'Deniz Su', created_at: now },
    })),
  );
  const paid = { amount_kurus: 65_000, charged_kurus: 65_000, received_on: '2026-01-05' };
  await ctx.db.insert(payments).values(codes.map((code) => ({ code, ...shared, ...paid })));
  await ctx.close();
  return id;
}

// Two starts a round: `npm run test:long` alone pays for them. tests/api/called-off.pg.test.ts looks at one run.
const rounds = countRounds(0);

test.runIf(rounds > 0)(
  'a process killed while it calls an event off leaves all of it or nothing, and one mail for each buyer',
  {
    timeout: rounds * 150_000,
  },
  async () => {
    const random = createRandom();
    for (let round = 0; round < rounds; round += 1) {
      const id = await prepare();
      const callOff = async (origin: string, token: string) =>
        fetch(`${origin}/api/admin/product/${id}/cancel`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ reason: 'Eğitmenimiz hastalandı.' }),
        });
      const api = await startApi(environment);
      const token = await signIn(api);
      const answer = callOff(api.origin, token).catch(() => undefined);
      await sleep(random() * 400);
      await api.kill();
      await answer;
      const again = await startApi(environment);
      expect([200, 409]).toContain((await callOff(again.origin, await signIn(again))).status);
      await again.stop();
      const ctx = await open();
      const tasks = await ctx.db.select().from(refunds);
      const lines = await ctx.db.select().from(orders).where(eq(orders.product_id, id));
      const ownCodes = new Set(lines.map(({ code }) => code));
      const own = tasks.filter(({ code }) => ownCodes.has(code));
      expect(own.reduce((sum, { amount_kurus }) => sum + amount_kurus, 0)).toBe(buyers * 65_000);
      expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(['cancelled']));
      const queued = await ctx.db.select().from(mails).where(eq(mails.kind, 'event_cancelled'));
      const addresses = queued
        .map(({ content }) => (content as { to: string }).to)
        .filter((to) => ownCodes.has(to.split('@')[0]!));
      expect([addresses.length, new Set(addresses).size]).toEqual([buyers, buyers]);
      await ctx.close();
    }
  },
);
