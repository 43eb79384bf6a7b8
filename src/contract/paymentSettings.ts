import { z } from 'zod';
import { checkIban } from '../shared/iban.ts';
import { lineOrBlank } from '../shared/text.ts';
import { boundedArray, defineEndpoints, isoDate, strictInteger, timestamp } from './endpoint.ts';
import { paymentTexts } from './payments.texts.ts';
import { proof } from './secondFactor.ts';

const iban = z.string('Lütfen IBAN girin.').transform((value, context) => {
  const typed = value.slice(0, 100).trim();
  if (!typed) return '';
  const checked = checkIban(typed);
  if (checked.iban) return checked.iban;
  context.addIssue({ code: 'custom', message: checked.problem as string });
  return z.NEVER;
});

const enabled = z.boolean('Geçersiz değer.');

const settingsFields = z.object({
  transfer: z.object({
    enabled,
    holder: lineOrBlank(120),
    iban: z.preprocess((value) => value ?? '', iban),
    bank: lineOrBlank(80),
  }),
  onsite: z.object({ enabled }),
  card: z.object({ enabled }),
  /** The due date is the end of the day so many days before the start. */
  days_before: strictInteger(paymentTexts.daysBefore, 0, 60),
  /** The buyer is warned so many hours before the due date. */
  warn_hours: strictInteger(paymentTexts.warnHours, 0, 336),
  /** Days without work besides weekends. */
  holidays: boundedArray(isoDate, 400, paymentTexts.holidays, 'En fazla 400 tatil günü yazılabilir.').transform(
    (days) => [...new Set(days)].sort(),
  ),
});
export type PaymentSettings = z.output<typeof settingsFields>;

const settingsEdit = settingsFields.extend({
  updated_at: z.string().optional(),
  /** Needed where holder, IBAN or bank change. */
  ...proof.shape,
});
export type PaymentSettingsEdit = z.output<typeof settingsEdit>;

export const savedSettings = settingsFields.extend({
  transfer: z.object({ enabled: z.boolean(), holder: z.string(), iban: z.string(), bank: z.string() }),
  card: z.object({ enabled: z.boolean(), provider: z.enum(['none', 'paytr', 'iyzico']) }),
  holidays: z.array(isoDate),
  days_before: z.number().int(),
  warn_hours: z.number().int(),
  updated_at: timestamp,
  /** When holder, IBAN or bank last changed; null if they never did. */
  bank_changed_at: timestamp.nullable(),
});
export type SavedPaymentSettings = z.output<typeof savedSettings>;

export const paymentSettingsApi = defineEndpoints({
  'GET /api/admin/payment-settings': { access: 'admin', summary: 'How buyers pay', reply: savedSettings },
  'PUT /api/admin/payment-settings': {
    access: 'admin',
    summary: 'Edits how buyers pay; another account needs the password and the second factor',
    body: settingsEdit,
    reply: savedSettings,
    errors: ['edit_conflict', 'reauthentication_required', 'wrong_password', 'otp_wrong'],
  },
});
