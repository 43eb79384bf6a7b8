import { formatLira } from '../format.ts';
import { type CartLine, totalOf } from './cart.ts';

/** Names typed so far, by event; kept longer than a line has seats, so that lowering it loses none. */
export type Names = Record<string, string[]>;

/** Why the server refused the checkout, and what can be done about it. */
export type Problem =
  | { kind: 'stock'; items: { line: CartLine; remaining: number }[] }
  | { kind: 'price'; items: { line: CartLine; price: number }[] }
  | { kind: 'gone'; items: { line: CartLine }[] }
  | { kind: 'failed'; text: string };

export const orderFailed = 'Sipariş oluşturulamadı. Lütfen tekrar deneyin.';
export const nameMissing = '❗ Lütfen tüm katılımcı adlarını eksiksiz girin.';

/** The name typed into a box, as it is sent. */
export const nameAt = (names: Names, id: string, index: number): string => (names[id]?.[index] ?? '').trim();

/** The boxes of a dialog in order: one for each seat of each line. */
const boxesOf = (lines: CartLine[]): { id: string; index: number }[] =>
  lines.flatMap(({ id, quantity }) => Array.from({ length: quantity }, (_, index) => ({ id, index })));

/** Boxes still without a name, in order. */
export const emptyBoxes = (lines: CartLine[], names: Names): { id: string; index: number }[] =>
  boxesOf(lines).filter(({ id, index }) => !nameAt(names, id, index));

/** The body of the order, with the prices people saw. */
export const toCartItems = (lines: CartLine[], names: Names) =>
  lines.map(({ id, title, price, quantity }) => ({
    id,
    title,
    price,
    quantity,
    participants: Array.from({ length: quantity }, (_, index) => ({ fullName: nameAt(names, id, index) })),
  }));

/** Names to offer for an event's free boxes: nobody types their child's name twice. Those it has already are left out. */
export function namesToOffer(names: Names, known: string[], id: string): string[] {
  const typed = Object.entries(names).flatMap(([event, list]) => (event === id ? [] : list));
  const taken = new Set(names[id]?.map((name) => name.trim()));
  const offers = [...known, ...typed].map((name) => name.trim()).filter((name) => name.length > 2 && !taken.has(name));
  return [...new Set(offers)].slice(0, 5);
}

/** Reads a refusal's `items` against the lines that were sent. */
export function readProblem(code: string | null, items: unknown, lines: CartLine[]): Problem {
  const found = (Array.isArray(items) ? items : []).flatMap((item) => {
    const line = lines.find(({ id }) => id === item?.id);
    return line ? [{ ...item, line }] : [];
  });
  if (found.length && code === 'stock_exhausted') return { kind: 'stock', items: found };
  if (found.length && code === 'price_changed') return { kind: 'price', items: found };
  if (found.length && code === 'not_on_sale') return { kind: 'gone', items: found };
  return { kind: 'failed', text: orderFailed };
}

/** How many seats are left of an event that was wanted more often. */
export const stockWords = ({ title }: CartLine, remaining: number): string =>
  remaining ? `${title} için yalnızca ${remaining} yer kaldı.` : `${title} için yer kalmadı.`;

/** What changed about the prices, and what the order costs now. */
export function priceWords(items: { line: CartLine; price: number }[], lines: CartLine[]): string {
  const changes = items.map(
    ({ line, price }) => `${line.title}: ${formatLira(line.price)} yerine ${formatLira(price)}.`,
  );
  const today = lines.map((line) => ({
    ...line,
    price: items.find((item) => item.line.id === line.id)?.price ?? line.price,
  }));
  return `${changes.join(' ')} Yeni toplam ${formatLira(totalOf(today))}.`;
}
