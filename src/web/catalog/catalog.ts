import type { Product } from '../../contract/catalog.ts';
import { formatDate, formatTime } from '../../shared/format.ts';

/** From so many seats down a card says how many are left. */
const fewSeats = 3;

/** What a card says about its seats: nothing while there are plenty. */
export function seatNote(stock: number): string {
  if (stock <= 0) return 'Tükendi';
  return stock <= fewSeats ? `Son ${stock} kontenjan` : '';
}

/** A title's name and what follows its colon; a narrow card breaks the line between the two. */
export function titleParts(title: string): [name: string, rest: string] {
  const end = title.indexOf(': ') + 1;
  return end > 0 ? [title.slice(0, end), title.slice(end + 1)] : [title, ''];
}

/** The four parts of a card's line 'date | time | location | category' (SPEC.md 2). */
export function factsOf(product: Pick<Product, 'date' | 'time' | 'location' | 'category'>): string[] {
  return [formatDate(product.date), formatTime(product.time), product.location, product.category];
}
