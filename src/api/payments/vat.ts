/** A price, or a part of an amount, under one VAT rate, in kuruş, taxes included. */
export interface RateShare {
  rate: number;
  gross: number;
}

/**
 * Splits an amount over VAT rates in proportion to the prices; no kuruş is lost. What is rounded is the sum up to each
 * rate, so that no share is below 0 and none goes to a rate without a price.
 */
export function splitByRate(amount: number, prices: RateShare[]): RateShare[] {
  const byRate = addUpByRate(prices);
  const total = sumOf(byRate);
  let price = 0;
  let split = 0;
  return byRate
    .map(({ rate, gross: own }) => {
      price += own;
      const gross = (total ? Math.round((amount * price) / total) : amount) - split;
      split += gross;
      return { rate, gross };
    })
    .filter(({ gross }) => gross !== 0);
}

/**
 * Splits a payment by what is not paid yet at each rate: the prices without what was booked before, refunds below 0.
 * `first` is paid before anything else. A rest above all that is to pay goes to `first`, or by the prices without one.
 */
export const splitPayment = (
  amount: number,
  prices: RateShare[],
  booked: RateShare[],
  first: RateShare[],
): RateShare[] => splitOut(amount, [...prices, ...booked.map(negate)], first, first.length ? first : prices);

/**
 * Splits what goes back: out of `first` as far as that was booked, the rest as it was booked. At no rate more goes back
 * than came.
 */
export const splitRefund = (amount: number, booked: RateShare[], first: RateShare[] = []): RateShare[] =>
  splitOut(amount, booked, first, first);

/** Splits an amount over what there is at each rate, beginning with `first`; where there is nothing, by `otherwise`. */
function splitOut(amount: number, available: RateShare[], first: RateShare[], otherwise: RateShare[]): RateShare[] {
  const left = keepPositive(available);
  const preferred = keepPositive(first).flatMap(({ rate, gross }) => {
    const most = left.find((one) => one.rate === rate)?.gross ?? 0;
    return most ? [{ rate, gross: Math.min(gross, most) }] : [];
  });
  const part = Math.min(amount, sumOf(preferred));
  const own = splitByRate(part, preferred);
  const others = keepPositive([...left, ...own.map(negate)]);
  const rest = splitByRate(amount - part, others.length ? others : otherwise);
  return addUpByRate([...own, ...rest]);
}

/** Splits what goes back of a line: under its own rate as far as that was paid. */
export const splitLineRefund = (amount: number, rate: number, booked: RateShare[]): RateShare[] =>
  splitRefund(amount, booked, [{ rate, gross: amount }]);

const sumOf = (shares: RateShare[]) => shares.reduce((sum, { gross }) => sum + gross, 0);
const keepPositive = (shares: RateShare[]) => addUpByRate(shares).filter(({ gross }) => gross > 0);

const addUpByRate = (shares: RateShare[]): RateShare[] =>
  [...Map.groupBy(shares, ({ rate }) => rate)]
    .map(([rate, same]) => ({ rate, gross: sumOf(same) }))
    .toSorted((a, b) => a.rate - b.rate);

/** The share of money that goes back. */
export const negate = ({ rate, gross }: RateShare): RateShare => ({ rate, gross: -gross });

/** Net and VAT of a share; together they are its gross. What goes back is rounded as what came in. */
export function toVat({ rate, gross }: RateShare): { net: number; vat: number } {
  const net = Math.sign(gross) * Math.round((Math.abs(gross) * 100) / (100 + rate));
  return { net, vat: gross - net };
}
