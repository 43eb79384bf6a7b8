import { and, asc, desc, eq, gt, inArray, lte, ne, or } from 'drizzle-orm';
import { toLira } from '../../shared/money.ts';
import { dayMs, hourMs, minuteMs } from '../../shared/time.ts';
import type { Database } from '../db/connection.ts';
import { cardAttempts } from './cards.tables.ts';

export type CardAttemptRow = typeof cardAttempts.$inferSelect;

/** For so long an attempt keeps the seats from being released by the clock. */
export const holdMs = 15 * minuteMs;

/** When a service is asked after an attempt, in minutes since it was opened; after the last one hourly, for a day. */
const firstMinutes = [2, 10, 30];

/** The next moment after `now` at which an attempt is asked after; null once its day is over. */
export function nextAsk(openedAt: Date, now: Date): Date | null {
  const passedMs = now.getTime() - openedAt.getTime();
  const first = firstMinutes.map((minutes) => minutes * minuteMs).find((ms) => ms > passedMs);
  const lastFirstMs = (firstMinutes.at(-1) as number) * minuteMs;
  const hours = Math.floor((passedMs - lastFirstMs) / hourMs) + 1;
  const afterMs = first ?? lastFirstMs + hours * hourMs;
  return afterMs <= dayMs ? new Date(openedAt.getTime() + afterMs) : null;
}

/** The name of an attempt or a refund at the card service: its id without hyphens, which PayTR refuses. */
export const serviceRef = ({ id }: { id: string }): string => id.replaceAll('-', '');

/** The id that a service names, or undefined where it is none of ours. */
export function readServiceRef(name: string): string | undefined {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(name);
  return parts?.slice(1).join('-');
}

export async function insertAttempt(
  tx: Database,
  values: Pick<CardAttemptRow, 'code' | 'provider' | 'amount_kurus' | 'created_at'>,
): Promise<CardAttemptRow> {
  const [row] = await tx.insert(cardAttempts).values(values).returning();
  return row as CardAttemptRow;
}

/** Writes an attempt that a service told of and nobody here began; false where it is written already. */
export async function insertUnknownAttempt(
  tx: Database,
  values: Pick<CardAttemptRow, 'code' | 'provider' | 'amount_kurus' | 'external_ref' | 'created_at'>,
): Promise<boolean> {
  const unknown = { ...values, state: 'unknown' as const, charged_kurus: values.amount_kurus, token: values.code };
  const rows = await tx.insert(cardAttempts).values(unknown).onConflictDoNothing().returning({ id: cardAttempts.id });
  return rows.length > 0;
}

export async function updateAttempt(tx: Database, id: string, values: Partial<CardAttemptRow>): Promise<void> {
  await tx.update(cardAttempts).set(values).where(eq(cardAttempts.id, id));
}

/** Reads an attempt and locks it. Whoever does locks its checkout before. */
export async function lockAttempt(tx: Database, id: string): Promise<CardAttemptRow> {
  const [row] = await tx.select().from(cardAttempts).where(eq(cardAttempts.id, id)).for('update');
  return row as CardAttemptRow;
}

export async function findAttempt(db: Database, id: string): Promise<CardAttemptRow | undefined> {
  const [row] = await db.select().from(cardAttempts).where(eq(cardAttempts.id, id));
  return row;
}

/** The attempt that a service gave this token. */
export async function findAttemptByToken(db: Database, token: string): Promise<CardAttemptRow | undefined> {
  const isKnown = and(eq(cardAttempts.token, token), ne(cardAttempts.state, 'unknown'));
  const [row] = await db.select().from(cardAttempts).where(isKnown);
  return row;
}

const isToAsk = (provider: CardAttemptRow['provider'], now: Date) =>
  and(
    eq(cardAttempts.provider, provider),
    inArray(cardAttempts.state, ['open', 'failed']),
    lte(cardAttempts.ask_at, now),
  );

/** Attempts of a service that are due to be asked after, longest due first. */
export const findAttemptsToAsk = (db: Database, provider: CardAttemptRow['provider'], now: Date) =>
  db.select().from(cardAttempts).where(isToAsk(provider, now)).orderBy(asc(cardAttempts.ask_at)).limit(100);

/**
 * Whether an attempt keeps the seats of a checkout from being released by the clock: a new one, or one that the service
 * is still to be asked after, as after a standstill in which it may have been paid.
 */
export async function hasHeldSeats(
  tx: Database,
  code: string,
  provider: CardAttemptRow['provider'] | undefined,
  now: Date,
): Promise<boolean> {
  const holds = or(gt(cardAttempts.held_until, now), provider && isToAsk(provider, now));
  return (await tx.$count(cardAttempts, and(eq(cardAttempts.code, code), holds))) > 0;
}

/** Attempts by code, newest first; those whose page never opened are left out. */
export async function readAttempts(db: Database, codes: string[]): Promise<(code: string) => CardAttemptRow[]> {
  if (!codes.length) return () => [];
  const rows = await db
    .select()
    .from(cardAttempts)
    .where(and(inArray(cardAttempts.code, codes), ne(cardAttempts.state, 'begun')))
    .orderBy(desc(cardAttempts.created_at));
  const byCode = Map.groupBy(rows, ({ code }) => code);
  return (code) => byCode.get(code) ?? [];
}

/** What the export of a person says of attempts to pay their orders by card. */
export async function exportAttempts(db: Database, codes: string[]): Promise<Record<string, unknown>[]> {
  const attemptsOf = await readAttempts(db, codes);
  return codes.flatMap(attemptsOf).map(({ code, provider, amount_kurus, charged_kurus, state, created_at }) => ({
    ...{ code, provider, state },
    amount: toLira(amount_kurus),
    charged: charged_kurus === null ? null : toLira(charged_kurus),
    created_at: created_at.toISOString(),
  }));
}
