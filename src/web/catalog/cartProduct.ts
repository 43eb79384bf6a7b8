import type { Product } from '../../contract/catalog.ts';

const fields = ['id', 'title', 'slug', 'price', 'image1', 'date', 'time', 'location', 'category', 'stock'] as const;
/** Missing in carts that were kept before these fields existed. */
const laterFields = ['duration_minutes', 'age_from', 'age_to'] as const;
const cardFields = [...fields, ...laterFields];

/** Fields of a product that its card carries and a cart keeps. */
export type CartProduct = Pick<Product, (typeof fields)[number]> & Partial<Pick<Product, (typeof laterFields)[number]>>;

export const toCartProduct = (product: CartProduct): CartProduct =>
  Object.fromEntries(cardFields.map((field) => [field, product[field]])) as never;

const numberFields: readonly string[] = ['price', 'stock', 'duration_minutes', 'age_from', 'age_to'];

/** A product as its card carries it, one field a line: in attributes of a hundred cards each JSON quote is 6 bytes. */
export const writeCard = (product: CartProduct): string => cardFields.map((field) => product[field] ?? '').join('\n');

/** The product that `writeCard` wrote. */
export function readCard(text: string): CartProduct {
  const values = text.split('\n');
  const read = (field: string, value: string) =>
    !numberFields.includes(field) ? value : value === '' ? null : Number(value);
  return Object.fromEntries(cardFields.map((field, index) => [field, read(field, values[index] ?? '')])) as never;
}
