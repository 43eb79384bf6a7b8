import { countUsers } from '../account/account.admin.service.ts';
import { countProducts } from '../catalog/catalog.admin.service.ts';
import { countPending } from '../comments/comments.admin.service.ts';
import type { AppContext } from '../context.ts';
import { countUnread } from '../enquiries/enquiries.admin.service.ts';
import { allSeatsSold } from '../orders/orders.admin.service.ts';

/** Counts for the dashboard, each from the room that owns the rows. */
export async function readStats({ db, clock }: AppContext) {
  const [{ products, upcoming_events }, users, seats_sold, unread_messages, pending_comments] = await Promise.all([
    countProducts(db, clock()),
    countUsers(db),
    allSeatsSold(db),
    countUnread(db),
    countPending(db),
  ]);
  return { products, upcoming_events, users, seats_sold, unread_messages, pending_comments };
}
