import { z } from 'zod';
import { moneyTexts } from './texts.ts';

/** Converts whole kuruş to lira, as the API answers prices. */
export const toLira = (kurus: number): number => kurus / 100;

/** Converts lira to whole kuruş. Rounding only removes the binary error of a two-decimal number. */
export const toKurus = (lira: number): number => Math.round(lira * 100);

/** A price in lira, 0 to 1,000,000, at most two decimals. Also reads text of a form (`1250.50`, `1250,50`). */
export const lira = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,7}(?:[.,]\d{1,2})?$/, moneyTexts.wrong),
    ],
    moneyTexts.wrong,
  )
  .transform((value) => (typeof value === 'string' ? Number(value.replace(',', '.')) : value))
  .pipe(
    z
      .number(moneyTexts.wrong)
      .min(0, moneyTexts.negative)
      .max(1_000_000, moneyTexts.tooHigh)
      .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, moneyTexts.decimals),
  );
