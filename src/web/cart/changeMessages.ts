import { formatPrice } from '../../shared/format.ts';
import type { GuestItem } from './cart.ts';

/** What to say about the lines of a guest's cart that are not what they were when it was last seen. */
export const changeMessages = (before: GuestItem[], after: GuestItem[]): string[] =>
  before.flatMap(({ id, title, price, stock, quantity }) => {
    const now = after.find((item) => item.id === id);
    if (!now) return [`${title} artık satışta değil, sepetinizden çıkarıldı`];
    if (now.stock <= 0) return stock > 0 ? [`${title} için yer kalmadı`] : [];
    const seats = now.quantity < quantity ? [`${title} için yalnızca ${now.quantity} yer kaldı`] : [];
    return now.price === price ? seats : [...seats, `${title} için yeni fiyat ${formatPrice(now.price)}`];
  });
