import type { CartLine, GuestItem } from '../../../src/web/cart/cart.ts';

/** A line of a guest's cart with one seat. */
export const item = (id: string, change: Partial<GuestItem> = {}): GuestItem => ({
  id,
  title: `Atölye ${id}`,
  slug: id,
  price: 650,
  image1: '',
  date: '2026-12-14',
  time: '14:00',
  location: 'Merkez',
  category: 'Drama',
  stock: 8,
  quantity: 1,
  ...change,
});

export const line = (id: string, change: Partial<CartLine> = {}): CartLine => ({
  ...item(id),
  on_sale: true,
  ...change,
});
