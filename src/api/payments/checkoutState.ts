/** What decides the state of a checkout. Amounts are in kuruş. */
export interface LedgerLine {
  id: string;
  price: number;
  cancelled: boolean;
  /** Cancelled because nobody paid. */
  released: boolean;
  /** Price of its given-up seats that the terms do not refund, paid or not. */
  kept: number;
}

interface LedgerPayment {
  amount: number;
  /** The line it was recorded for, null for the whole checkout. */
  orderId: string | null;
  voided: boolean;
}

export interface LedgerRefund {
  amount: number;
  state: 'asked' | 'sent' | 'done' | 'void';
  reducesPaid: boolean;
}

export interface Ledger {
  /** Oldest first. */
  payments: LedgerPayment[];
  refunds: LedgerRefund[];
}

export interface CheckoutSums {
  state: 'open' | 'paid' | 'released' | 'cancelled';
  /** All payments, refunds not taken off. */
  paid: number;
  /** Refunds that are done. */
  refunded: number;
  /** Refunds that are not void. */
  refunding: number;
  /** What is still to be paid for the lines that stand. */
  open: number;
  /** What was paid beyond the lines that stand and is not being paid back. */
  beyond: number;
  /** What was paid for seats given up late, and stays. The lines that stand are paid first. */
  kept: number;
}

const sum = <T>(items: T[], amount: (item: T) => number) => items.reduce((total, item) => total + amount(item), 0);
const addUp = (items: { amount: number }[]) => sum(items, ({ amount }) => amount);

/** Derives state and sums of a checkout. Nothing else decides them. */
export function deriveCheckout(lines: LedgerLine[], { payments, refunds }: Ledger): CheckoutSums {
  const valid = refunds.filter(({ state }) => state !== 'void');
  const paid = addUp(payments.filter(({ voided }) => !voided));
  const reduced = addUp(valid.filter(({ reducesPaid }) => reducesPaid));
  const standing = lines.filter(({ cancelled }) => !cancelled);
  const due = sum(standing, ({ price }) => price);
  const open = Math.max(0, due - Math.max(0, paid - reduced));
  const refunding = addUp(valid);
  const beyond = Math.max(0, paid - refunding - due);
  const givenUp = sum(lines, ({ kept }) => kept);
  return {
    state: standing.length
      ? open
        ? 'open'
        : 'paid'
      : lines.some(({ released }) => released)
        ? 'released'
        : 'cancelled',
    paid,
    refunded: addUp(valid.filter(({ state }) => state === 'done')),
    refunding,
    open,
    beyond,
    kept: Math.min(givenUp, beyond),
  };
}

/** What was recorded for one line. */
export const sumOfLine = ({ payments }: Ledger, lineId: string): number =>
  addUp(payments.filter(({ orderId, voided }) => orderId === lineId && !voided));

/**
 * What each standing line lacks, and what pays them besides: a payment recorded for a line counts for it alone. What is
 * being paid back comes off other money first, then off the oldest payments, so that a new one changes no other line.
 */
function lackOfLines(lines: LedgerLine[], ledger: Ledger): { lacks: Map<string, number>; shared: number } {
  const lacks = new Map(lines.filter(({ cancelled }) => !cancelled).map(({ id, price }) => [id, price]));
  let shared = sum([...lacks.values()], (price) => price) - deriveCheckout(lines, ledger).open;
  for (const { orderId, amount, voided } of ledger.payments.toReversed()) {
    const lack = orderId === null ? undefined : lacks.get(orderId);
    if (voided || !lack) continue;
    const own = Math.min(amount, lack, shared);
    lacks.set(orderId as string, lack - own);
    shared -= own;
  }
  return { lacks, shared };
}

/**
 * What standing lines of a checkout are short of together: their prices without what was recorded for them and is not
 * being paid back, at most what is open.
 */
export function shortOf(ids: string[], lines: LedgerLine[], ledger: Ledger): number {
  const { lacks } = lackOfLines(lines, ledger);
  const lacking = sum(ids, (id) => lacks.get(id) ?? 0);
  return Math.min(deriveCheckout(lines, ledger).open, lacking);
}

/**
 * Spreads what is open for a checkout over its standing lines, by line; together it is exactly that. What was recorded
 * for a line counts for it, everything else for the lines in their order.
 */
export function openOfLines(lines: LedgerLine[], ledger: Ledger): Map<string, number> {
  const { lacks, shared } = lackOfLines(lines, ledger);
  let left = shared;
  for (const [id, lack] of lacks) {
    const part = Math.min(left, lack);
    lacks.set(id, lack - part);
    left -= part;
  }
  return lacks;
}

/**
 * What was paid for a line that is being cancelled: the payments recorded for it, or what the other lines do not need,
 * at most its price and what is not paid back yet. Of seats alone, `price` is theirs: what stays of the line is paid
 * first.
 */
export function refundOfLine(line: LedgerLine, lines: LedgerLine[], ledger: Ledger, price = line.price): number {
  const { paid, refunding } = deriveCheckout(lines, ledger);
  const left = Math.max(0, paid - refunding);
  const others = lines.filter(({ id, cancelled }) => id !== line.id && !cancelled);
  const notNeeded = left - sum(others, (other) => other.price);
  const ofLine = Math.max(sumOfLine(ledger, line.id), notNeeded) - (line.price - price);
  return Math.max(0, Math.min(price, left, ofLine));
}
