import { formatNumber } from '../shared/format.ts';
import type { Field, KeyedField } from './contentFields.ts';

/** A field of a form that holds no others, with its value and path: `hero.slides.2.text`. */
export interface FilledField {
  path: string;
  field: Field;
  value: unknown;
}

/** The filled fields of a document, from top to bottom. */
export function* readFields(fields: readonly KeyedField[], words: unknown, path = ''): Generator<FilledField> {
  for (const field of fields)
    yield* readField(field, (words as Record<string, unknown> | undefined)?.[field.key], `${path}${field.key}`);
}

function* readField(field: Field, value: unknown, path: string): Generator<FilledField> {
  if (value === undefined) return;
  if (field.kind === 'group') yield* readFields(field.fields ?? [], value, `${path}.`);
  else if (field.kind !== 'list') yield { path, field, value };
  else if (field.item && Array.isArray(value))
    for (const [index, entry] of value.entries()) yield* readField(field.item, entry, `${path}.${index}`);
}

/** The texts of a document that people read, with their paths. */
export function* readTexts(fields: readonly KeyedField[], words: unknown): Generator<{ path: string; text: string }> {
  for (const { path, field, value } of readFields(fields, words))
    if ((field.kind === 'text' || field.kind === 'longtext') && typeof value === 'string') yield { path, text: value };
}

/** How many letters the texts of a document have together, and its longest text. Blanks at their ends are not saved. */
export function measureTexts(fields: readonly KeyedField[], words: unknown) {
  let letters = 0;
  let longest = { path: '', length: -1 };
  for (const { path, text } of readTexts(fields, words)) {
    const { length } = text.trim();
    letters += length;
    if (length > longest.length) longest = { path, length };
  }
  return { letters, longest: longest.path };
}

const sumStart = 'Bu bölümdeki metinlerin tümü';

/** Names the sum of letters that a document may not have; it stands at the longest text. */
export const sumSentence = (letters: number, max: number): string =>
  `${sumStart} ${formatNumber(letters)} karakter; en fazla ${formatNumber(max)} olabilir. Sayfa hızlı açılsın diye bunu ya da başka metinleri kısaltın.`;

export const isSumSentence = (message: string): boolean => message.startsWith(sumStart);
