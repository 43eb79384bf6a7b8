import { maxSeatsPerOrder } from '../../shared/limits.ts';
import { paths } from '../paths.ts';
import { joinAddress } from '../waitlist/joinAddress.ts';
import type { GuestItem } from './cart.ts';

/** What a toast offers to whoever wants more seats of a product than are left: its waiting list, for so many. */
export function waitForSeats({ slug, stock }: Pick<GuestItem, 'slug' | 'stock'>, wanted: number) {
  if (!slug || wanted <= stock || wanted > maxSeatsPerOrder) return undefined;
  const address = joinAddress({ pathname: paths.product(slug), search: '' }, slug, wanted);
  return { label: `${wanted} yer için sıraya gir`, run: () => location.assign(address) };
}
