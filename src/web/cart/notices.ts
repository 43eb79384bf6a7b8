import { maxSeatsPerOrder } from '../../shared/limits.ts';
import { safeSessionStorage } from '../ui/storage.ts';
import { toast } from '../ui/toast.ts';

const key = 'cart_notices';

/** What somebody is told when their guest cart could not join as it was. */
export const mergeNotices = (
  adjusted: { product_id: string; quantity: number }[],
  guest: { id: string; title: string }[],
): string[] =>
  adjusted.map(({ product_id, quantity }) => {
    const title = guest.find((item) => item.id === product_id)?.title ?? 'Bir etkinlik';
    if (quantity === 0) return `${title} için yer kalmadı`;
    if (quantity === maxSeatsPerOrder) return `${title} için en fazla ${maxSeatsPerOrder} yer alınabilir`;
    return `${title} için yalnızca ${quantity} yer kaldı`;
  });

/** Keeps notices for this page or the next: a sign-in leaves its page within moments. */
export function keepNotices(notices: string[]): void {
  if (notices.length) safeSessionStorage.writeJson(key, notices);
}

/** Shows what was kept, and forgets it once it had the time to be seen. */
export function showNotices(): void {
  const notices = safeSessionStorage.readJson<string[]>(key) ?? [];
  // A moment later: the dialog that somebody comes back to opens meanwhile, and must not cover them.
  setTimeout(() => {
    for (const text of notices) toast({ text, tone: 'warn' });
  }, 400);
  if (notices.length) setTimeout(() => safeSessionStorage.writeJson(key, undefined), 2000);
}
