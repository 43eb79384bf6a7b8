import { maxSeatsPerBuyer } from '../../shared/limits.ts';
import { CallError } from '../http.ts';
import { paths } from '../paths.ts';
import { joinAddress } from '../waitlist/joinAddress.ts';
import type { GuestItem } from './cart.ts';

/** What a toast offers to whoever wants more seats of a product than are left: its waiting list, for so many. */
export function waitForSeats({ slug, stock }: Pick<GuestItem, 'slug' | 'stock'>, wanted: number) {
  if (!slug || wanted <= stock || wanted > maxSeatsPerBuyer) return undefined;
  const address = joinAddress({ pathname: paths.product(slug), search: '' }, slug, wanted);
  return { label: `${wanted} yer için sıraya gir`, run: () => location.assign(address) };
}

/** The same for whoever could not add one seat more to a line, where the server said that too few are left. */
export const waitInstead = (error: unknown, product: Pick<GuestItem, 'id' | 'slug' | 'stock'>, lines: GuestItem[]) =>
  error instanceof CallError && error.code === 'stock_exhausted'
    ? waitForSeats(product, (lines.find(({ id }) => id === product.id)?.quantity ?? 0) + 1)
    : undefined;
