/** A part of an amount under one VAT rate, in kuruş. `gross` is `net` and `vat` together. */
interface VatPart {
  rate: number;
  gross: number;
  net: number;
  vat: number;
}

/** Splits an amount over the VAT rates of what it pays for, in proportion to the prices; no kuruş is lost. */
export function splitByRate(amount: number, prices: { rate: number; price: number }[]): VatPart[] {
  const byRate = [...Map.groupBy(prices, ({ rate }) => rate)]
    .map(([rate, same]) => ({ rate, price: same.reduce((sum, { price }) => sum + price, 0) }))
    .toSorted((a, b) => a.rate - b.rate);
  const total = byRate.reduce((sum, { price }) => sum + price, 0);
  let rest = amount;
  return byRate
    .map(({ rate, price }, index) => {
      const isLast = index === byRate.length - 1;
      const gross = isLast ? rest : Math.round(total ? (amount * price) / total : 0);
      rest -= gross;
      const net = Math.round((gross * 100) / (100 + rate));
      return { rate, gross, net, vat: gross - net };
    })
    .filter(({ gross }) => gross !== 0);
}
