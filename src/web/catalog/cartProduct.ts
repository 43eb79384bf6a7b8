import type { Product } from '../../contract/catalog.ts';

/** Fields of a product that its card carries and a cart keeps. */
export type CartProduct = Omit<Product, 'description' | 'image2' | 'cancelled' | 'moved_from' | 'series_id'>;

export function toCartProduct(product: CartProduct): CartProduct {
  const { id, title, slug, price, image1, date, time, location, category, stock } = product;
  return { id, title, slug, price, image1, date, time, location, category, stock };
}
