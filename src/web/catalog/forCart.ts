import type { Product } from '../../contract/catalog.ts';

/** What a card knows of its product. */
export type Carried = Omit<Product, 'description' | 'image2'>;

/** A product as its card carries it for the cart: what a guest's cart line keeps (SPEC.md 3), as JSON. */
export function forCart(product: Carried): string {
  const { id, title, slug, price, image1, date, time, location, category, stock } = product;
  return JSON.stringify({ id, title, slug, price, image1, date, time, location, category, stock });
}
