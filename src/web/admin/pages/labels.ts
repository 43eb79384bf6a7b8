import type { Field, KeyedField } from '../../../contract/contentFields.ts';

// What people call the fields of a document.

/** Keys and indexes from the document down to a field: `['hero', 'slides', 2, 'text']`. */
export type Path = readonly (string | number)[];

/** `1. Soru`. */
export const entryLabel = (item: Field | undefined, index: number): string => `${index + 1}. ${item?.label ?? ''}`;

/** `Kapak › Başlık`: what people call the field at a path. */
export function labelAt(fields: readonly KeyedField[], path: Path): string {
  const labels: string[] = [];
  let field: Field = { label: '', kind: 'group', fields: [...fields] };
  for (const key of path) {
    const inner: Field | undefined =
      typeof key === 'number' || field.kind === 'list' ? field.item : field.fields?.find((one) => one.key === key);
    if (!inner) break;
    // An entry that is a single text is called by its number alone.
    labels.push(field.kind === 'list' ? entryLabel(inner, Number(key)) : inner.label);
    field = inner;
  }
  return labels.join(' › ');
}

/** The keys and indexes of a path as the API writes it. */
export const readPath = (path: string): Path => path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));
