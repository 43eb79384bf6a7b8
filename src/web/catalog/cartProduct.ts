import type { Product } from '../../contract/catalog.ts';

/** Fields of a product that its card carries and a cart keeps. */
export type CartProduct = Omit<
  Product,
  | 'description'
  | 'image2'
  | 'cancelled'
  | 'moved_from'
  | 'series_id'
  | 'bring'
  | 'leader'
  | 'duration_minutes'
  | 'min_participants'
  | 'age_from'
  | 'age_to'
> &
  // Missing in carts that were kept before these fields existed.
  Partial<Pick<Product, 'duration_minutes' | 'age_from' | 'age_to'>>;

export function toCartProduct(product: CartProduct): CartProduct {
  const { id, title, slug, price, image1, date, time, location, category, stock } = product;
  const { duration_minutes, age_from, age_to } = product;
  return {
    ...{ id, title, slug, price, image1, date, time, location, category, stock },
    ...{ duration_minutes, age_from, age_to },
  };
}

const cardFields = [
  ...(['id', 'title', 'slug', 'price', 'image1', 'date', 'time', 'location', 'category', 'stock'] as const),
  ...(['duration_minutes', 'age_from', 'age_to'] as const),
];
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
