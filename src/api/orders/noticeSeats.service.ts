import { and, eq } from 'drizzle-orm';
import { toKurus, toLira } from '../../shared/money.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { readProductArrivals } from '../door/arrivals.service.ts';
import type { DatedWrite } from '../mutation.ts';
import { releaseBefore } from '../payments/dueDates.ts';
import { readPaymentTerms } from '../payments/paymentSettings.service.ts';
import type { PaymentFacts } from '../payments/payments.mails.ts';
import { seatKey } from '../tickets/tickets.ts';
import {
  isBuyerGone,
  isReleasable,
  readCheckoutsByCode,
  readEarliestStarts,
  type WholeCheckout,
} from './checkouts.service.ts';
import { readDoorLines } from './doorSeats.service.ts';
import { toPaymentFacts } from './myCheckouts.service.ts';
import { readParticipants, readStandingLines } from './orders.service.ts';
import { isNotCancelled, orders } from './orders.tables.ts';
import { readSeller } from './seller.service.ts';

/** A seat that is not cancelled. */
export interface NoticeSeat {
  order_id: string;
  position: number;
  /** Address of whoever holds it; null where none is known. */
  email: string | null;
  buyer_email: string | null;
  /** Whether somebody took it over by the link that the buyer sent. */
  handed_on: boolean;
  /** Whether somebody came in with it. */
  came: boolean;
}

/** What is sold of an event. Seats whose person was erased after the start are sold, though nobody's. */
export interface SoldSeats {
  sold: number;
  seats: NoticeSeat[];
}

/** An order of which something is to be paid. `releasedAt` is when its seats are taken back before its start. */
export type UnpaidOrder = PaymentFacts & { code: string; releasedAt?: Date | undefined };

/** Reads the seats of a product that are not cancelled. */
export async function readSoldSeats(db: Database, productId: string): Promise<SoldSeats> {
  const lines = await readStandingLines(db, productId);
  const byId = new Map(lines.map((line) => [line.id, line]));
  const people = await readParticipants(db, [...byId.keys()]);
  const arrivals = await readProductArrivals(db, productId);
  return {
    sold: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    seats: [...people.values()].flat().map(({ order_id, position, email, consent_at }) => ({
      ...{ order_id, position, email },
      buyer_email: byId.get(order_id)?.buyer_email ?? null,
      handed_on: consent_at !== null,
      came: arrivals.has(seatKey({ order_id, position })),
    })),
  };
}

/** Reads the name of whoever bought seats of a product, whether with an account, and which orders are not paid. */
export async function readPurchases(
  { tx, now }: DatedWrite,
  ctx: Pick<AppContext, 'cards'>,
  { productId, email }: { productId: string; email: string },
): Promise<{ name: string; hasAccount: boolean; unpaid: UnpaidOrder[] }> {
  const isOwn = and(eq(orders.product_id, productId), eq(orders.buyer_email, email), isNotCancelled);
  const lines = await tx.select().from(orders).where(isOwn);
  if (!lines.length) return { name: '', hasAccount: false, unpaid: [] };
  const codes = lines.map(({ code }) => code);
  const seller = await readSeller(tx, ctx);
  const whole = (await readCheckoutsByCode(tx, codes)).filter(({ sums }) => sums.open);
  const releases = await readReleases({ tx, now }, whole);
  const unpaid = whole.map(({ row, sums }) => ({
    ...toPaymentFacts(row, toLira(sums.open), seller),
    ...{ code: row.code, isOverdue: row.due_at <= now, releasedAt: releases.get(row.code) },
  }));
  return { name: lines[0]?.buyer_name ?? '', hasAccount: lines.some(({ user_id }) => user_id !== null), unpaid };
}

/** When the clock takes the unpaid seats of checkouts back, by code; without those that start before or have begun. */
async function readReleases({ tx: db, now }: DatedWrite, whole: WholeCheckout[]): Promise<Map<string, Date>> {
  const { holidays } = await readPaymentTerms(db);
  const startOf = await readEarliestStarts(db, whole);
  return new Map(
    whole.filter(isReleasable).flatMap((checkout) => {
      const { code, due_at } = checkout.row;
      const start = startOf(checkout);
      const release = start && start > now && releaseBefore(start, due_at, holidays);
      return release ? [[code, release]] : [];
    }),
  );
}

/**
 * What is still to be paid for seats that somebody holds and others bought, in lira: what their tickets say. With
 * whether those seats are taken back where nobody pays, and whether a buyer of them was erased.
 */
export async function readOpenOfGuest(
  { tx, now }: DatedWrite,
  email: string,
  seats: NoticeSeat[],
): Promise<{ openAsGuest: number; isTakenBack: boolean; isBuyerGone: boolean }> {
  const guest = seats.filter(({ buyer_email }) => buyer_email !== email);
  const ids = guest.map(({ order_id }) => order_id);
  const lines = await readDoorLines(tx, ids);
  const unpaid = guest.flatMap((seat) => lines.seats.get(seatKey(seat)) ?? []).filter(({ open }) => open > 0);
  const codes = unpaid.map(({ order_code }) => order_code);
  const whole = await readCheckoutsByCode(tx, codes);
  return {
    openAsGuest: toLira(unpaid.reduce((sum, { open }) => sum + toKurus(open), 0)),
    isTakenBack: (await readReleases({ tx, now }, whole)).size > 0,
    isBuyerGone: whole.some(isBuyerGone),
  };
}
