/** Converts whole kuruş to lira, as the API answers prices. */
export const toLira = (kurus: number): number => kurus / 100;

/** Converts lira to whole kuruş. Rounding only removes the binary error of a two-decimal number. */
export const toKurus = (lira: number): number => Math.round(lira * 100);

/** Whole kuruş as lira with two decimals: `1250.50`. */
export const toDecimal = (kurus: number): string => toLira(kurus).toFixed(2);
