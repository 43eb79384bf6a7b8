import { toKurus, toLira } from '../../shared/money.ts';
import { hourMs } from '../../shared/time.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import { workThrough } from '../jobs/jobs.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { claimNotice } from '../notices/sentNotices.service.ts';
import { findDueCodes, toAdminCheckouts } from '../orders/checkouts.admin.service.ts';
import {
  earliestStart,
  isBuyerGone,
  isReleasable,
  lockCheckout,
  readCheckoutsByCode,
  readEarliestStarts,
  type WholeCheckout,
} from '../orders/checkouts.service.ts';
import { readDoorLines } from '../orders/doorSeats.service.ts';
import { dueSoonMail, takenSeatDueMail } from '../orders/dueDates.mails.ts';
import type { OrderRow } from '../orders/orders.service.ts';
import { mailHoldersOf } from '../orders/seatHolders.service.ts';
import { releaseBefore } from './dueDates.ts';
import { readPaymentTerms } from './paymentSettings.service.ts';

type Terms = Awaited<ReturnType<typeof readPaymentTerms>>;

interface Warning {
  /** When the seats would be taken back, where that comes before the start. */
  release: Date | undefined;
  start: Date;
}

/** Mails buyers `warn_hours` before the due date, each checkout once, `most` of them at present. */
export async function warnOfDueDates(ctx: AppContext, most: number, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock();
  const terms = await readPaymentTerms(ctx.db);
  const warnOne = (code: string) =>
    mutate(ctx, null, async (mutation) => {
      const checkout = await lockCheckout(mutation.tx, code);
      const warning = planWarning(checkout, await earliestStart(mutation.tx, checkout.lines), terms, now);
      if (warning && (await claimNotice(mutation, ctx.encryption, { kind: 'payment_warning', subject: code })))
        await mailWarning(ctx, mutation, checkout, warning);
    });
  const codes = await findUnwarned(ctx, terms, now);
  await workThrough(ctx, 'checkout', codes.slice(0, Math.max(0, most)), warnOne, signal);
}

/** Codes of checkouts whose buyer is to be warned now, earliest due first. */
async function findUnwarned({ db }: AppContext, terms: Terms, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() + terms.warn_hours * hourMs);
  const codes = await findDueCodes(db, { before, now, isUnwarned: true });
  const due = new Map((await readCheckoutsByCode(db, codes)).map((checkout) => [checkout.row.code, checkout]));
  const startOf = await readEarliestStarts(db, [...due.values()]);
  return codes.filter((code) => {
    const checkout = due.get(code);
    return checkout && planWarning(checkout, startOf(checkout), terms, now);
  });
}

/** What a warning of a checkout says now; undefined where there is none. */
function planWarning(
  { row }: WholeCheckout,
  start: Date | undefined,
  { warn_hours, holidays }: Terms,
  now: Date,
): Warning | undefined {
  const warnFrom = row.due_at.getTime() - warn_hours * hourMs;
  if (row.state !== 'open' || warnFrom > now.getTime() || !start || start <= now) return undefined;
  const release = releaseBefore(start, row.due_at, holidays);
  // Who ordered within these hours has just read the same in the confirmation, and loses no seat by the clock. Where
  // the event moves they are warned of the new due date.
  if (row.created_at.getTime() > warnFrom && !release) return undefined;
  return { release, start };
}

async function mailWarning(
  ctx: AppContext,
  mutation: Mutation,
  checkout: WholeCheckout,
  { release, start }: Warning,
): Promise<void> {
  const facts = { releasedAt: isReleasable(checkout) ? release : undefined, until: start };
  const [seen] = await toAdminCheckouts(ctx, mutation.tx, [checkout]);
  if (!seen) return;
  const { buyer_email } = seen;
  if (buyer_email) await mutation.sendMail(dueSoonMail(seen, { to: buyer_email, ...facts }, ctx.env));
  await warnHolders(mutation, checkout, facts);
}

/**
 * Tells those who took over seats of a buyer who was erased that they are not paid, and until when they are kept now: a
 * due date was moved, also by a change of the event, or a payment voided. Nothing where they are not taken back.
 */
export async function warnHoldersAgain(mutation: Mutation, checkout: WholeCheckout): Promise<void> {
  const { tx, now } = mutation;
  const { holidays } = await readPaymentTerms(tx);
  const start = await earliestStart(tx, checkout.lines);
  const releasedAt = start && isReleasable(checkout) ? releaseBefore(start, checkout.row.due_at, holidays) : undefined;
  if (start && releasedAt && releasedAt > now) await warnHolders(mutation, checkout, { releasedAt, until: start });
}

const warnHolders = (
  mutation: Mutation,
  checkout: WholeCheckout,
  facts: { releasedAt: Date | undefined; until: Date },
): Promise<void> =>
  mailUnpaidHolders(mutation, checkout, (event, told) => takenSeatDueMail(event, { ...told, ...facts }));

/** Mails whoever holds unpaid seats of a buyer who was erased, with what their tickets say. */
export async function mailUnpaidHolders(
  mutation: Mutation,
  { lines }: WholeCheckout,
  toMail: (event: SeatProduct, told: { to: string; seats: number; open: number }) => Mail,
): Promise<void> {
  if (!isBuyerGone({ lines })) return;
  const ids = lines.map(({ id }) => id);
  const unpaid = [...(await readDoorLines(mutation.tx, ids)).seats].filter(([, { open }]) => open > 0);
  const openOf = new Map(unpaid.map(([key, { open }]) => [key, toKurus(open)]));
  const isUnpaid = ({ id }: OrderRow) => unpaid.some(([, { order_id }]) => order_id === id);
  await mailHoldersOf(mutation, lines.filter(isUnpaid), (event, { to, keys }) => {
    const open = toLira(keys.reduce((sum, key) => sum + (openOf.get(key) ?? 0), 0));
    return toMail(event, { to, seats: keys.length, open });
  });
}
