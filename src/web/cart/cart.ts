import type { Product } from '../../contract/catalog.ts';

/** A line of the guest cart: the product's own fields and how many seats (SPEC.md 3). */
export type GuestItem = Pick<
  Product,
  'id' | 'title' | 'slug' | 'price' | 'image1' | 'date' | 'time' | 'location' | 'category' | 'stock'
> & { quantity: number };

/** One more seat of a product: its line grows by 1, or a new line starts at 1 (SPEC.md 4). */
export function withOneMore(items: GuestItem[], product: Omit<GuestItem, 'quantity'>): GuestItem[] {
  const known = items.some((item) => item.id === product.id);
  if (!known) return [...items, { ...product, quantity: 1 }];
  return items.map((item) => (item.id === product.id ? { ...item, ...product, quantity: item.quantity + 1 } : item));
}

/** The badge's number: all seats of all lines. */
export const seatCount = (items: { quantity: number }[]): number => items.reduce((sum, item) => sum + item.quantity, 0);
