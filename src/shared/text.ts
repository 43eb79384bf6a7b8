import { z } from 'zod';
import { phoneTexts, toE164 } from './phone.ts';

// Control characters, zero-width and direction-changing ones: they carry no words, and hide or break what people read.
const invisible = /[\p{Cc}\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const invisibleButLines = /[^\P{Cc}\n\t]|[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Composed letters, each with thirty marks at most, as Unicode's stream-safe form has it: putting the marks of one letter
 * in order takes the square of their number, minutes for what fits into a request.
 */
const compose = (value: string) => value.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize('NFC');

/** One line of text: line breaks become blanks, invisible characters go, ends are trimmed. */
export function cleanLine(value: string): string {
  return compose(value.toWellFormed().replace(/\s+/gu, ' ').replace(invisible, '')).trim();
}

/** Text of several lines: `\n` stays, other invisible characters go, ends are trimmed. */
export function cleanText(value: string): string {
  return compose(value.toWellFormed().replace(/\r\n?/gu, '\n').replace(invisibleButLines, '')).trim();
}

/**
 * Text as it was sent, refused by its length before it is cleaned: four times the allowed length holds every way of
 * writing the same letters, and cleaning more costs time.
 */
const rawText = (max: number, message: string) =>
  z.string(message).refine((value) => value.length <= max * 4 + 200, { error: tooLong(max), abort: true });

const tooLong = (max: number) => `En fazla ${max} karakter yazabilirsiniz.`;

/** A required line of at most `max` characters; `message` is shown when it is blank. */
export const singleLine = (max: number, message = 'Bu alan zorunludur.') =>
  rawText(max, message)
    .transform(cleanLine)
    .pipe(z.string().min(1, message).max(max, tooLong(max)));

/** A required text of several lines, `min` to `max` characters. */
export const text = (max: number, message = 'Bu alan zorunludur.', min = 1) =>
  rawText(max, message)
    .transform(cleanText)
    .pipe(z.string().min(min, message).max(max, tooLong(max)));

/** A line that may be missing, null or blank: all three become null. */
export const optionalLine = (max: number) =>
  z
    .union([rawText(max, 'Bu alan metin olmalıdır.'), z.null()], 'Bu alan metin olmalıdır.')
    .optional()
    .transform((value) => (value == null ? null : cleanLine(value) || null))
    .pipe(z.string().max(max, tooLong(max)).nullable());

/** ASCII lower case: the Turkish one would turn `I` into `ı` and split one mailbox in two (CONTRACT.md 2). */
export function foldEmail(value: string): string {
  return value.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export const emailTexts = {
  missing: 'Lütfen e-posta girin.',
  wrong: 'Lütfen geçerli bir e-posta adresi girin.',
} as const;

/** An e-mail address, compared and stored without case. Signs that mean something in a `mailto:` link are refused. */
export const email = z
  .string(emailTexts.wrong)
  .refine((value) => value.length <= 400, { error: emailTexts.wrong, abort: true })
  .transform(foldEmail)
  .pipe(
    z
      .string()
      .min(1, emailTexts.missing)
      .max(254, emailTexts.wrong)
      .regex(
        /^[\w.!#$'*+/^`~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/,
        emailTexts.wrong,
      ),
  );

export const phone = z.string(phoneTexts.missing).transform((value, context) => {
  const e164 = value.length <= 40 ? toE164(value) : null;
  if (e164) return e164;
  context.addIssue({ code: 'custom', message: value.trim() ? phoneTexts.wrong : phoneTexts.missing });
  return z.NEVER;
});
