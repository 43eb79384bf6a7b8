import type { CartItem } from '../../contract/cart.ts';
import type { Product } from '../../contract/catalog.ts';
import { maxSeatsPerOrder } from '../../shared/limits.ts';

/** A line of the guest cart: the product's own fields and how many seats (SPEC.md 3). */
export type GuestItem = Pick<
  Product,
  'id' | 'title' | 'slug' | 'price' | 'image1' | 'date' | 'time' | 'location' | 'category' | 'stock'
> & { quantity: number };

/** A line as the page shows it, whoever's cart it is in. `on_sale` is false once the event is hidden or has started. */
export type CartLine = GuestItem & { on_sale: boolean };

/** Seats being added or taken out, which the server has not confirmed yet. */
export interface Pending {
  line: GuestItem;
  delta: number;
}

/** One more seat of a product: its line grows by 1, or a new line starts at 1 (SPEC.md 4). */
export function withOneMore(items: GuestItem[], product: Omit<GuestItem, 'quantity'>): GuestItem[] {
  const known = items.some((item) => item.id === product.id);
  if (!known) return [...items, { ...product, quantity: 1 }];
  return items.map((item) => (item.id === product.id ? { ...item, ...product, quantity: item.quantity + 1 } : item));
}

/** A line with another quantity; a guest's never falls below 1 (SPEC.md 4). */
export const withQuantity = (items: GuestItem[], id: string, quantity: number): GuestItem[] =>
  items.map((item) => (item.id === id ? { ...item, quantity: Math.max(1, quantity) } : item));

/** The badge's number: all seats of all lines. */
export const seatCount = (items: { quantity: number }[]): number => items.reduce((sum, item) => sum + item.quantity, 0);

/** What the buyable lines cost together, in lira; added up in whole kuruş. */
export const totalOf = (lines: CartLine[]): number =>
  lines.reduce((sum, line) => sum + (line.on_sale ? Math.round(line.price * 100) * line.quantity : 0), 0) / 100;

/** Why there cannot be one seat more, as a sentence; undefined when there can. */
export function whyNoMore({ stock, quantity }: Pick<GuestItem, 'stock' | 'quantity'>): string | undefined {
  if (quantity >= maxSeatsPerOrder) return `Bir etkinlikten en fazla ${maxSeatsPerOrder} kişilik yer alınabilir.`;
  if (stock <= 0) return 'Bu etkinlikte yer kalmadı.';
  return quantity >= stock ? `Bu etkinlikte yalnızca ${stock} yer kaldı.` : undefined;
}

/** A line of the server's cart as the page shows it. */
export const fromServer = ({ quantity, product_details }: CartItem): CartLine => ({ ...product_details, quantity });

/** The server's lines with what is still under way: people see their press at once. */
export function withPending(lines: CartLine[], pending: Pending[]): CartLine[] {
  let result = lines;
  for (const { line, delta } of pending) {
    const known = result.some((item) => item.id === line.id);
    if (!known && delta > 0) result = [...result, { ...line, quantity: delta, on_sale: true }];
    else result = result.map((item) => (item.id === line.id ? { ...item, quantity: item.quantity + delta } : item));
  }
  return result.filter((item) => item.quantity > 0);
}

/** A guest's lines with today's prices, days and seats; events that are sold no more drop out. */
export const withToday = (items: GuestItem[], products: Product[]): GuestItem[] =>
  items.flatMap((item) => {
    const product = products.find(({ id }) => id === item.id);
    if (!product) return [];
    const { title, slug, price, image1, date, time, location, category, stock } = product;
    return { ...item, title, slug, price, image1, date, time, location, category, stock };
  });

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function repairItem(value: unknown): GuestItem[] {
  if (typeof value !== 'object' || value === null) return [];
  const item = value as Record<string, unknown>;
  const { id, title, price, quantity, stock } = item;
  if (typeof id !== 'string' || !id || typeof title !== 'string') return [];
  if (typeof price !== 'number' || !(price >= 0)) return [];
  const seats = Number.isInteger(quantity) ? Math.min(Math.max(quantity as number, 1), maxSeatsPerOrder) : 1;
  return [
    {
      id,
      title,
      price,
      quantity: seats,
      slug: text(item.slug),
      image1: text(item.image1),
      date: text(item.date),
      time: text(item.time),
      location: text(item.location),
      category: text(item.category),
      stock: Number.isInteger(stock) ? (stock as number) : maxSeatsPerOrder,
    },
  ];
}

/** What is kept under `guest_cart`, whatever somebody wrote there: what can be read stays, the rest goes silently. */
export function repair(kept: string): GuestItem[] {
  try {
    const items: unknown = JSON.parse(kept);
    if (!Array.isArray(items)) return [];
    const byId = new Map(items.flatMap(repairItem).map((item) => [item.id, item]));
    return [...byId.values()];
  } catch {
    return [];
  }
}
