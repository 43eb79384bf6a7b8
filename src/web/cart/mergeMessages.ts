import { maxSeatsPerOrder } from '../../shared/limits.ts';
import { safeSessionStorage } from '../ui/storage.ts';
import { toast } from '../ui/toast.ts';

const storageKey = 'cart_notices';

/** What to say about the lines of a guest's cart that could not be merged as they were. */
export const mergeMessages = (
  adjusted: { product_id: string; quantity: number }[],
  guest: { id: string; title: string }[],
  merged: { product_id: string; product_details: { stock: number } }[],
): string[] =>
  adjusted.map(({ product_id, quantity }) => {
    const title = guest.find((item) => item.id === product_id)?.title ?? 'Bir atölye';
    if (quantity === 0) return `${title} sepete eklenemedi: yer kalmadı ya da alabileceğiniz yer sayısı doldu`;
    const seats = merged.find((item) => item.product_id === product_id)?.product_details.stock;
    if (quantity === seats) return `${title} için yalnızca ${quantity} yer kaldı`;
    return quantity === maxSeatsPerOrder
      ? `${title} için en fazla ${maxSeatsPerOrder} yer alınabilir`
      : `${title} için aldıklarınızla birlikte en fazla ${maxSeatsPerOrder} yer alınabilir`;
  });

/** Stores messages for this page or the next one: a sign-in may leave its page before they can be read. */
export function storeMergeMessages(messages: string[]): void {
  if (messages.length) safeSessionStorage.writeJson(storageKey, messages);
}

/** Shows the stored messages, and removes them once there was time to read them. */
export function showMergeMessages(): void {
  const messages = safeSessionStorage.readJson<string[]>(storageKey) ?? [];
  // Delayed, so that the toasts stand above the dialog that opens after a sign-in.
  setTimeout(() => {
    for (const text of messages) toast({ text, tone: 'warn' });
  }, 400);
  if (messages.length) setTimeout(() => safeSessionStorage.writeJson(storageKey, undefined), 2000);
}
