import { z } from 'zod';
import { maxOrderLira, maxPriceLira } from './limits.ts';
import { moneyTexts } from './texts.ts';

/** Converts whole kuruş to lira, as the API answers prices. */
export const toLira = (kurus: number): number => kurus / 100;

/** Converts lira to whole kuruş. Rounding only removes the binary error of a two-decimal number. */
export const toKurus = (lira: number): number => Math.round(lira * 100);

/** An amount in lira from 0 on, at most two decimals. Also reads text of a form (`1250.50`, `1250,50`). */
const liraUpTo = (max: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .regex(/^\d{1,8}(?:[.,]\d{1,2})?$/, moneyTexts.wrong),
      ],
      moneyTexts.wrong,
    )
    .transform((value) => (typeof value === 'string' ? Number(value.replace(',', '.')) : value))
    .pipe(
      z
        .number(moneyTexts.wrong)
        .min(0, moneyTexts.negative)
        .max(max, moneyTexts.tooHigh(max))
        .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, moneyTexts.decimals),
    );

export const lira = liraUpTo(maxPriceLira);

/** What is paid or paid back. */
export const liraSum = liraUpTo(maxOrderLira);
