import { z } from 'zod';
import { isName } from './names.ts';
import { toE164 } from './phone.ts';
import { emailTexts, phoneTexts, requiredText } from './texts.ts';

// Control, zero-width and direction-changing characters and letters without ink, which hide or break what people read,
// and numbers that are no characters: copied from PDFs, they would break the feed of posts.
// Lines and tabs stay, and what shapes the signs beside it: an emoji of one or more signs, Arabic and Indian letters.
const shaping = [
  String.raw`(?<=\p{Emoji})[\ufe0e\ufe0f]`,
  String.raw`(?<=[\p{ExtPict}\p{EMod}]\ufe0f?)\u200d(?=\p{ExtPict})`,
  String.raw`(?<=[\u0600-\u06ff\u0900-\u0dff])[\u200c\u200d](?=[\u0600-\u06ff\u0900-\u0dff])`,
].join('|');
const invisible = new RegExp(
  String.raw`(?![\n\t]|${shaping})[\p{Cc}\p{DI}\p{NChar}\u2800\ufff9-\ufffb\u{13441}\u{13442}]`,
  'gu',
);

/**
 * Composes letters and keeps at most 30 marks on each (Unicode's stream-safe form). Ordering the marks of a letter
 * takes quadratic time: minutes for as many as fit into a request.
 */
const compose = (value: string) => value.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize('NFC');

/** Cleans a single line: line breaks become blanks, invisible characters are removed, ends are trimmed. */
export function cleanLine(value: string): string {
  return compose(
    value
      .toWellFormed()
      .replace(/[\s\u0085]+/gu, ' ')
      .replace(invisible, ''),
  ).trim();
}

/** The ends of lines of any system, with those of Word (`\v`) and Pages (U+2028). */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;

/** Cleans a text of several lines: they stay, other invisible characters are removed, ends are trimmed. */
export function cleanText(value: string): string {
  return compose(value.toWellFormed().replace(lineEnds, '\n').replace(invisible, '')).trim();
}

/**
 * Refuses text by its length before it is cleaned, since cleaning costs time. Four times `max` holds `max` letters in
 * any encoding.
 */
const rawText = (max: number, message: string) =>
  z.string(message).refine((value) => value.length <= max * 4 + 200, { error: tooLong(max), abort: true });

const tooLong = (max: number) => `En fazla ${max} karakter yazabilirsiniz.`;

/** A required line of at most `max` characters. `message` is shown if it is blank. */
export const singleLine = (max: number, message = requiredText) =>
  rawText(max, message)
    .transform(cleanLine)
    .pipe(z.string().min(1, message).max(max, tooLong(max)));

/** Somebody's name and surname in one line. `message` is shown if it is blank or has no letter. */
export const fullName = (message: string) => singleLine(120, message).refine(isName, message);

/** A required text of several lines with `min` to `max` characters. */
export const text = (max: number, message = requiredText, min = 1) =>
  rawText(max, message)
    .transform(cleanText)
    .pipe(z.string().min(min, message).max(max, tooLong(max)));

/** An optional line. Missing, null and blank become null. */
export const optionalLine = (max: number) =>
  rawText(max, 'Bu alan metin olmalıdır.')
    .nullish()
    .transform((value) => (value == null ? null : cleanLine(value) || null))
    .pipe(z.string().max(max, tooLong(max)).nullable());

/** An optional line. Missing, null and blank become an empty text. */
export const lineOrBlank = (max: number) => optionalLine(max).transform((value) => value ?? '');

/** Folds an e-mail address to ASCII lower case. Turkish lower case turns `I` into `ı` and would split a mailbox. */
export function foldEmail(value: string): string {
  return value.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * An e-mail address in lower case, to find what is stored of it: earlier versions took dots anywhere. Refuses
 * characters with a meaning in `mailto:` links.
 */
export const storedEmail = z
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

/** An address that mail can reach: no server takes dots at an end of the name or side by side. */
export const email = storedEmail.refine((value) => !/^\.|^[^@]*\.[.@]/.test(value), emailTexts.wrong);

/** A phone number as people write it, stored as E.164 (docs/rules.md, accounts). */
export const phone = z.string(phoneTexts.missing).transform((value, context) => {
  const e164 = value.length <= 40 ? toE164(value) : null;
  if (e164) return e164;
  context.addIssue({ code: 'custom', message: value.trim() ? phoneTexts.wrong : phoneTexts.missing });
  return z.NEVER;
});
