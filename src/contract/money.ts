import { z } from 'zod';
import { maxOrderLira, maxPriceLira } from '../shared/limits.ts';
import { moneyTexts } from '../shared/texts.ts';

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
