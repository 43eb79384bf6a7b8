import { maxSeatsPerBuyer } from '../../shared/limits.ts';

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
    return quantity === maxSeatsPerBuyer
      ? `${title} için en fazla ${maxSeatsPerBuyer} yer alınabilir`
      : `${title} için aldıklarınızla birlikte en fazla ${maxSeatsPerBuyer} yer alınabilir`;
  });
