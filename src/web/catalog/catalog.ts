import type { Product } from '../../contract/catalog.ts';
import { formatDate, formatTime } from '../../shared/format.ts';

/** Up to this many seats left, a card says how many. */
const fewSeats = 3;

/** What a card says about its seats; empty while there are plenty. */
export function seatNote(stock: number): string {
  if (stock <= 0) return 'Tükendi';
  return stock <= fewSeats ? `Son ${stock} kontenjan` : '';
}

/** Splits a title after its colon, where a narrow card breaks the line. */
export function titleParts(title: string): [name: string, rest: string] {
  const end = title.indexOf(': ') + 1;
  return end > 0 ? [title.slice(0, end), title.slice(end + 1)] : [title, ''];
}

/** The parts of a card's line 'date | time | location | category'. */
export function factsOf(product: Pick<Product, 'date' | 'time' | 'location' | 'category'>): string[] {
  return [formatDate(product.date), formatTime(product.time), product.location, product.category];
}
