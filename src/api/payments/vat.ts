/** A part of an amount under one VAT rate, in kuruş, taxes included. */
export interface RateShare {
  rate: number;
  gross: number;
}

/** What a line costs, or what was booked, under one VAT rate. */
interface RatedPrice {
  rate: number;
  price: number;
}

/** Splits an amount over VAT rates in proportion to the prices; no kuruş is lost. */
export function splitByRate(amount: number, prices: RatedPrice[]): RateShare[] {
  const byRate = addUpByRate(prices);
  const total = byRate.reduce((sum, { price }) => sum + price, 0);
  let rest = amount;
  return byRate
    .map(({ rate, price }, index) => {
      const isLast = index === byRate.length - 1;
      const gross = isLast ? rest : Math.round(total ? (amount * price) / total : 0);
      rest -= gross;
      return { rate, gross };
    })
    .filter(({ gross }) => gross !== 0);
}

/**
 * Splits a payment by what is not paid yet at each rate: the prices without what was booked before, refunds below 0. What
 * pays more than that is split by the prices.
 */
export function splitPayment(amount: number, prices: RatedPrice[], booked: RateShare[]): RateShare[] {
  const before = booked.map(({ rate, gross }) => ({ rate, price: -gross }));
  const unpaid = keepPositive([...prices, ...before]);
  return splitByRate(amount, unpaid.length ? unpaid : prices);
}

/** Splits what goes back as it was booked. */
export const splitRefund = (amount: number, booked: RateShare[]): RateShare[] =>
  splitByRate(amount, keepPositive(booked.map(({ rate, gross }) => ({ rate, price: gross }))));

const keepPositive = (prices: RatedPrice[]) => addUpByRate(prices).filter(({ price }) => price > 0);

const addUpByRate = (prices: RatedPrice[]): RatedPrice[] =>
  [...Map.groupBy(prices, ({ rate }) => rate)]
    .map(([rate, same]) => ({ rate, price: same.reduce((sum, { price }) => sum + price, 0) }))
    .toSorted((a, b) => a.rate - b.rate);

/** The share of money that goes back. */
export const negate = ({ rate, gross }: RateShare): RateShare => ({ rate, gross: -gross });

/** Net and VAT of a share; together they are its gross. What goes back is rounded as what came in. */
export function toVat({ rate, gross }: RateShare): { net: number; vat: number } {
  const net = Math.sign(gross) * Math.round((Math.abs(gross) * 100) / (100 + rate));
  return { net, vat: gross - net };
}
