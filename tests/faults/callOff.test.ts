import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { checkouts, orders } from '../../src/api/orders/orders.tables.ts';
import { payments, refunds } from '../../src/api/payments/payments.tables.ts';
import { tempFolder } from '../api/cleanup.ts';
import { addProduct } from '../api/shop.ts';
import { openSmtp } from '../api/smtp.ts';
import { withContext } from '../load/context.ts';
import { countRounds, createRandom, sizeOf } from '../load/longRun.ts';
import { sendTheRest } from '../load/outbox.ts';
import { startApi } from '../load/processes.ts';
import { send } from '../load/send.ts';
import { adminEnvironment, signIn } from './admin.ts';

const folder = tempFolder('call-off');
const environment = {
  DATA_DIR: join(folder, 'data'),
  ...adminEnvironment,
  SEED: 'none',
};

const buyers = sizeOf({ inGate: 10, inLongRun: 500 });

/** An event whose every seat somebody else paid for; returns its id and the buyers' addresses. */
const prepare = (): Promise<{ id: string; codes: string[] }> =>
  withContext(environment, async (ctx) => {
    const id = await addProduct(ctx, { stock: 0 });
    const now = ctx.clock();
    const codes = Array.from({ length: buyers }, () => crypto.randomUUID().slice(0, 8));
    const shared = { method: 'transfer' as const, created_at: now };
    await ctx.db
      .insert(checkouts)
      .values(codes.map((code) => ({ code, ...shared, state: 'paid' as const, total_kurus: 65_000, due_at: now })));
    await ctx.db.insert(orders).values(
      codes.map((code) => ({
        ...{
          code,
          product_id: id,
          event_title: 'Drama',
          unit_price_kurus: 65_000,
          quantity: 1,
          status: 'paid' as const,
        },
        ...{ buyer_email: `${code}@ornek.com`, buyer_name: 'Deniz Su', created_at: now },
      })),
    );
    const paid = { amount_kurus: 65_000, charged_kurus: 65_000, received_on: '2026-01-05' };
    await ctx.db.insert(payments).values(codes.map((code) => ({ code, ...shared, ...paid })));
    return { id, codes };
  });

const rounds = countRounds(1);

test('killed while it calls an event off, with the mail server down half-way, it leaves one truth and mails each buyer once', {
  timeout: rounds * 150_000,
}, async () => {
  const random = createRandom();
  for (let round = 0; round < rounds; round += 1) {
    const { id, codes } = await prepare();
    const smtp = await openSmtp();
    smtp.refuse = () => (smtp.received.length >= buyers / 2 ? { code: 451, text: 'not now' } : undefined);
    const callOff = async (origin: string, token: string) =>
      send(origin, `POST /api/admin/product/${id}/cancel`, token, { reason: 'Eğitmenimiz hastalandı.' });
    const api = await startApi({ ...environment, SMTP_URL: smtp.url });
    const token = await signIn(api);
    const answer = callOff(api.origin, token).catch(() => undefined);
    await sleep(random() * 400);
    await api.kill();
    await answer;
    const again = await startApi({ ...environment, SMTP_URL: smtp.url });
    expect([200, 409]).toContain((await callOff(again.origin, await signIn(again))).status);
    await again.stop();
    smtp.refuse = () => undefined;
    await withContext({ ...environment, SMTP_URL: smtp.url }, sendTheRest);
    await withContext(environment, async ({ db }) => {
      const tasks = await db.select().from(refunds).where(inArray(refunds.code, codes));
      expect(tasks.reduce((sum, { amount_kurus }) => sum + amount_kurus, 0)).toBe(buyers * 65_000);
      const lines = await db.select().from(orders).where(eq(orders.product_id, id));
      expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(['cancelled']));
    });
    // A mail that was under way when the process died comes again under its Message-ID: mailboxes show it once.
    const mailed = Map.groupBy(smtp.received, ({ recipients }) => recipients[0] as string);
    const times = codes.map((code) => new Set(mailed.get(`${code}@ornek.com`)?.map(({ messageId }) => messageId)).size);
    expect(new Set(times)).toEqual(new Set([1]));
  }
});
