import { watchSeats } from './seats.store.ts';
import { closeCard, productOf, refreshCard } from './updateCards.ts';

/** Keeps prices and seats on the page true while it is open: cards on a list, or an event's own page. */
export function startSeatUpdates(selector: string): void {
  watchSeats((seats) => {
    const now = new Map(seats.map((one) => [one.id, one]));
    for (const card of document.querySelectorAll<HTMLElement>(selector)) {
      const product = productOf(card);
      const today = now.get(product.id);
      if (today) refreshCard(card, { ...product, stock: today.stock, price: today.price });
      else closeCard(card);
    }
  });
}
