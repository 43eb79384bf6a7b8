import type { Field } from './contentFields.ts';

/** A field of a form that holds no others, with its value and path: `hero.slides.2.text`. */
export interface FilledField {
  path: string;
  field: Field;
  value: unknown;
}

/** The filled fields of a document, from top to bottom. */
export function* readFields(
  fields: readonly (Field & { key: string })[],
  words: unknown,
  path = '',
): Generator<FilledField> {
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
export function* readTexts(
  fields: readonly (Field & { key: string })[],
  words: unknown,
): Generator<{ path: string; text: string }> {
  for (const { path, field, value } of readFields(fields, words))
    if ((field.kind === 'text' || field.kind === 'longtext') && typeof value === 'string') yield { path, text: value };
}
