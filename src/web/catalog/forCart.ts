import type { Product } from '../../contract/catalog.ts';

/** A product as its card carries it for the cart: what a guest's cart line keeps (SPEC.md 3), as JSON. */
export function forCart(product: Product): string {
  const { id, title, slug, price, image1, date, time, location, category, stock } = product;
  return JSON.stringify({ id, title, slug, price, image1, date, time, location, category, stock });
}
