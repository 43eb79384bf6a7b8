import type { AdminCheckout } from '../../contract/checkouts.ts';
import type { Order } from '../../contract/orders.ts';
import type { CalendarEntry } from '../../shared/calendar.ts';
import type { Env } from '../env.ts';
import type { Row } from '../mail/blocks.ts';
import { greeting } from '../mail/greeting.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';
import type { PaymentFacts } from '../payments/payments.mails.ts';
import { orderSheet, ordersButton, questions, titleOf } from './mailParts.ts';
import { stands } from './orders.ts';

export type MailEnv = Pick<Env, 'siteUrl'>;

/** The lines that stand. */
export const standingOf = ({ orders }: AdminCheckout): Order[] => orders.filter(stands);

/** The lines that stand, or all where none does. */
function linesOf(checkout: AdminCheckout): Order[] {
  const standing = standingOf(checkout);
  return standing.length ? standing : checkout.orders;
}

/** A mail to the buyer about lines of one checkout: their events, and what is to be paid. */
export function checkoutMail(
  checkout: AdminCheckout,
  to: string,
  { siteUrl }: MailEnv,
  {
    kind,
    title,
    paragraphs,
    lines = linesOf(checkout),
    slips = [],
    rows = [],
    calendar,
  }: {
    kind: string;
    title: string;
    paragraphs: string[];
    lines?: Order[];
    slips?: Row[][];
    rows?: Row[];
    calendar?: CalendarEntry[];
  },
): Mail {
  return {
    ...titledMail(to, kind, {
      title,
      paragraphs: [greeting(checkout.buyer_name ?? ''), ...paragraphs],
      slips,
      events: lines.map((line) => orderSheet(line)),
      table: [['Sipariş kodu', checkout.code], ...rows],
      ...ordersButton(checkout.has_account, siteUrl),
      closing: [questions],
    }),
    subject: `${title}: ${titleOf(lines)}`,
    ...(calendar?.length && { calendar }),
  };
}

/** What mails say about paying a checkout at a moment. */
export const factsAt = (checkout: AdminCheckout, now: Date): AdminCheckout & PaymentFacts => ({
  ...checkout,
  isOverdue: new Date(checkout.due_at) <= now,
});

/** What the lines that stand cost, in lira. */
export const priceOfStanding = (checkout: AdminCheckout): number =>
  standingOf(checkout).reduce((sum, order) => sum + order.price, 0);
