import { formatPrice } from '../../shared/format.ts';
import { maxSeatsPerBuyer } from '../../shared/limits.ts';
import { type CartLine, totalOf } from './cart.ts';

/** Typed names by product id. A list may be longer than its line has seats: lowering the quantity loses no name. */
export type ParticipantNames = Record<string, string[]>;

/** Why the server refused the checkout, and what can be done about it. */
export type CheckoutFailure =
  | { kind: 'stock'; items: { line: CartLine; remaining: number }[] }
  | { kind: 'limit'; items: { line: CartLine; remaining: number; held: number }[] }
  | { kind: 'price'; items: { line: CartLine; price: number }[] }
  | { kind: 'gone'; items: { line: CartLine }[] }
  | { kind: 'failed'; text: string };

export const orderFailedText = 'Sipariş oluşturulamadı. Lütfen tekrar deneyin.';
export const changedCartText =
  'Sepetiniz başka bir sekmede ya da cihazda değişti. Güncel hâli aşağıda; uygunsa yeniden Devam Et’e basın.';
export const emptiedCartText = 'Sepetiniz başka bir sekmede ya da cihazda boşaltıldı; buradan sipariş verilmedi.';

export const participantName = (names: ParticipantNames, id: string, index: number): string =>
  (names[id]?.[index] ?? '').trim();

/** Every seat of every line, in order. */
const seatsOf = (lines: CartLine[]): { id: string; index: number }[] =>
  lines.flatMap(({ id, quantity }) => Array.from({ length: quantity }, (_, index) => ({ id, index })));

export const seatsWithoutName = (lines: CartLine[], names: ParticipantNames): { id: string; index: number }[] =>
  seatsOf(lines).filter(({ id, index }) => !participantName(names, id, index));

/** The lines as an order sends them, with the prices that the buyer saw. `answers` are to their questions. */
export const toCartItems = (lines: CartLine[], names: ParticipantNames, answers: ParticipantNames = {}) =>
  lines.map(({ id, title, price, quantity }) => ({
    id,
    title,
    price,
    quantity,
    participants: Array.from({ length: quantity }, (_, index) => ({
      fullName: participantName(names, id, index),
      answer: participantName(answers, id, index) || undefined,
    })),
  }));

/** Suggests up to five names for a product's free seats, from earlier orders and other products. */
export function suggestNames(names: ParticipantNames, known: string[], id: string): string[] {
  const typed = Object.entries(names).flatMap(([event, list]) => (event === id ? [] : list));
  const taken = new Set(names[id]?.map((name) => name.trim()));
  const offers = [...known, ...typed].map((name) => name.trim()).filter((name) => name.length > 2 && !taken.has(name));
  return [...new Set(offers)].slice(0, 5);
}

/** Matches a refusal's `items` with the lines that were sent; `text` is for refusals without any. */
export function toCheckoutFailure(
  code: string | null,
  items: unknown,
  lines: CartLine[],
  text: string,
): CheckoutFailure {
  const found = (Array.isArray(items) ? items : []).flatMap((item) => {
    const line = lines.find(({ id }) => id === item?.id);
    return line ? [{ ...item, line }] : [];
  });
  if (found.length && code === 'stock_exhausted') return { kind: 'stock', items: found };
  if (found.length && code === 'limit_reached')
    return { kind: 'limit', items: found.map((item) => ({ ...item, remaining: seatsAllowed(item.held) })) };
  if (found.length && code === 'price_changed') return { kind: 'price', items: found };
  if (found.length && code === 'not_on_sale') return { kind: 'gone', items: found };
  return { kind: 'failed', text };
}

/** What the practice or the time changed of the lines that a buyer read: what closed, and what costs something else. */
export function changesSince(read: CartLine[], now: CartLine[]): CheckoutFailure[] {
  const pairs = read.flatMap((line) => {
    const present = now.find(({ id }) => id === line.id);
    return present ? [{ line, present }] : [];
  });
  const gone = pairs.filter(({ present }) => !present.on_sale).map(({ line }) => ({ line }));
  const repriced = pairs
    .filter(({ line, present }) => present.on_sale && line.price !== present.price)
    .map(({ line, present: { price } }) => ({ line, price }));
  return [
    ...(gone.length ? [{ kind: 'gone' as const, items: gone }] : []),
    ...(repriced.length ? [{ kind: 'price' as const, items: repriced }] : []),
  ];
}

export const goneMessage = ({ title }: CartLine): string => `${title} artık satışta değil.`;

export const stockMessage = ({ title }: CartLine, remaining: number): string =>
  remaining ? `${title} için yalnızca ${remaining} yer kaldı.` : `${title} için yer kalmadı.`;

/** How many seats of one product somebody who holds `held` may still buy. */
const seatsAllowed = (held: number | undefined) => Math.max(0, maxSeatsPerBuyer - (held ?? 0));

export const limitMessage = ({ title }: CartLine, held: number): string =>
  held
    ? `${title} için ${held} kişilik yeriniz var; bir atölyeden en fazla ${maxSeatsPerBuyer} kişilik yer alınabilir.`
    : `${title} için en fazla ${maxSeatsPerBuyer} kişilik yer alınabilir.`;

/** The changed prices, and what the order costs now. */
export function priceMessage(items: { line: CartLine; price: number }[], lines: CartLine[]): string {
  const changes = items.map(
    ({ line, price }) => `${line.title}: ${formatPrice(line.price)} yerine ${formatPrice(price)}.`,
  );
  const today = lines.map((line) => ({
    ...line,
    price: items.find((item) => item.line.id === line.id)?.price ?? line.price,
  }));
  return `${changes.join(' ')} Yeni toplam ${formatPrice(totalOf(today))}.`;
}
