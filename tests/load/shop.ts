import { users } from '../../src/api/account/account.tables.ts';
import { openSession } from '../../src/api/account/sessions.service.ts';
import type { Platform } from '../../src/api/platform.ts';
import { line } from './lines.ts';
import type { Sell } from './rush.ts';

/** So many activated accounts, each with a session; answers their tokens. */
export async function addPeople({ db, clock }: Platform, count: number): Promise<string[]> {
  const values = Array.from({ length: count }, () => ({
    email: `${crypto.randomUUID()}@ornek.com`,
    name: 'Deniz',
    surname: 'Yılmaz',
    activated_at: clock(),
  }));
  const rows = await db.insert(users).values(values).returning();
  return Promise.all(rows.map((row) => openSession(db, row.id, 'test', clock())));
}

/** Milliseconds that checkouts took, `atOnce` buyers pressing without pause, over these events in turn. */
export async function timeOrders(
  sell: Sell,
  tokens: string[],
  events: string[],
  { atOnce, count }: { atOnce: number; count: number },
): Promise<number[]> {
  const times: number[] = [];
  let started = 0;
  const buyer = async (token: string) => {
    while (started < count) {
      const event = events[started % events.length] as string;
      started += 1;
      const start = performance.now();
      const { status, body } = await sell(token, [line(event)], { 'idempotency-key': crypto.randomUUID() });
      if (status !== 201) throw new Error(`${status} ${body.code}`);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(tokens.slice(0, atOnce).map(buyer));
  return times.sort((a, b) => a - b);
}

/** The time that this share of all stayed under. */
export const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
