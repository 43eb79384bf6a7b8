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
