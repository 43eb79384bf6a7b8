import type { CartItem } from '../../contract/cart.ts';
import type { Product } from '../../contract/catalog.ts';
import { maxSeatsPerBuyer } from '../../shared/limits.ts';
import { type CartProduct, toCartProduct } from '../catalog/cartProduct.ts';
import { paths } from '../paths.ts';

export type GuestItem = CartProduct & { quantity: number };

/** A line as the page shows it. `on_sale` is false once the product is hidden or has started. */
export type CartLine = GuestItem & { on_sale: boolean };

/** Seats added to a line (`delta` above 0) or taken out, not yet confirmed by the server. */
export interface PendingChange {
  line: GuestItem;
  delta: number;
}

/** What toasts about the cart offer. */
export const openCart = { label: 'Sepete git', run: () => location.assign(paths.cart) };

/** Adds one seat of a product: its line grows by 1, or a new line starts at 1. */
export function withOneSeatMore(items: GuestItem[], product: CartProduct): GuestItem[] {
  const known = items.some((item) => item.id === product.id);
  if (!known) return [...items, { ...product, quantity: 1 }];
  return items.map((item) => (item.id === product.id ? { ...item, ...product, quantity: item.quantity + 1 } : item));
}

/** Sets the quantity of a line, at least 1. */
export const withQuantity = (items: GuestItem[], id: string, quantity: number): GuestItem[] =>
  items.map((item) => (item.id === id ? { ...item, quantity: Math.max(1, quantity) } : item));

/** The lines without so many seats of these products. */
export function withoutSeats(items: GuestItem[], seats: { product_id: string; quantity: number }[]): GuestItem[] {
  const taken = new Map(seats.map(({ product_id, quantity }) => [product_id, quantity]));
  return items
    .map((item) => ({ ...item, quantity: item.quantity - (taken.get(item.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Seats of all lines. */
export const seatCount = (items: { quantity: number }[]): number => items.reduce((sum, item) => sum + item.quantity, 0);

/** Price of a line in lira; computed in whole kuruş. */
export const lineTotal = ({ price, quantity }: Pick<GuestItem, 'price' | 'quantity'>): number =>
  (Math.round(price * 100) * quantity) / 100;

/** Price of the lines on sale in lira; computed in whole kuruş. */
export const totalOf = (lines: CartLine[]): number =>
  lines.reduce((sum, line) => sum + (line.on_sale ? Math.round(line.price * 100) * line.quantity : 0), 0) / 100;

/** Why a line cannot get one seat more; undefined when it can. */
export function quantityError({ stock, quantity }: Pick<GuestItem, 'stock' | 'quantity'>): string | undefined {
  if (quantity >= maxSeatsPerBuyer) return `Bir atölyeden en fazla ${maxSeatsPerBuyer} kişilik yer alınabilir.`;
  if (stock <= 0) return 'Bu atölyede yer kalmadı.';
  return quantity >= stock ? `Bu atölyede yalnızca ${stock} yer kaldı.` : undefined;
}

/** A line of the server's cart as the page shows it. */
export const toCartLine = ({ quantity, product_details }: CartItem): CartLine => ({ ...product_details, quantity });

/** The server's lines with the changes it has not confirmed yet. */
export function withPending(lines: CartLine[], pending: PendingChange[]): CartLine[] {
  let result = lines;
  for (const { line, delta } of pending) {
    const known = result.some((item) => item.id === line.id);
    if (!known && delta > 0) result = [...result, { ...line, quantity: delta, on_sale: true }];
    else result = result.map((item) => (item.id === line.id ? { ...item, quantity: item.quantity + delta } : item));
  }
  return result.filter((item) => item.quantity > 0);
}

/** A guest's lines with current prices and days, at most the seats left, without products no longer on sale. */
export const withCurrentPrices = (items: GuestItem[], products: Product[]): GuestItem[] =>
  items.flatMap((item) => {
    const product = products.find(({ id }) => id === item.id);
    if (!product || product.cancelled) return [];
    return { ...toCartProduct(product), quantity: Math.min(item.quantity, Math.max(1, product.stock)) };
  });

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A day that exists; anything else would stop the page from being drawn. */
const day = (value: unknown): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text(value)) && !Number.isNaN(Date.parse(text(value))) ? text(value) : '';

function parseGuestItem(value: unknown): GuestItem[] {
  if (typeof value !== 'object' || value === null) return [];
  const item = value as Record<string, unknown>;
  const { id, title, price, quantity, stock } = item;
  if (typeof id !== 'string' || !id || typeof title !== 'string') return [];
  if (typeof price !== 'number' || !(price >= 0 && price < Number.POSITIVE_INFINITY)) return [];
  const seats = Number.isInteger(quantity) ? Math.min(Math.max(quantity as number, 1), maxSeatsPerBuyer) : 1;
  return [
    {
      id,
      title,
      price,
      quantity: seats,
      slug: text(item.slug),
      image1: text(item.image1),
      date: day(item.date),
      time: text(item.time),
      location: text(item.location),
      category: text(item.category),
      stock: Number.isInteger(stock) ? (stock as number) : maxSeatsPerBuyer,
    },
  ];
}

/** Reads the stored cart, which anybody may have edited: unreadable lines are dropped, odd quantities put in bounds. */
export function parseGuestCart(stored: string): GuestItem[] {
  try {
    const items: unknown = JSON.parse(stored);
    if (!Array.isArray(items)) return [];
    const byId = new Map(items.flatMap(parseGuestItem).map((item) => [item.id, item]));
    return [...byId.values()];
  } catch {
    return [];
  }
}
