import { startsAt } from '../../shared/time.ts';
import { CallError } from '../http.ts';
import { serverNow } from '../serverClock.ts';
import { loadProduct, loadProducts } from './catalog.store.ts';
import { watchSeats } from './seatStream.store.ts';
import { closeCard, productOf, showProduct } from './updateCards.ts';

/** A long list is refreshed in pieces, so that a press between them is answered at once. */
const cardsPerPiece = 8;
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Brings the list of products up to date. When nobody answers the cards stay as they were built. */
export async function refreshCards(): Promise<void> {
  const cards = [...document.querySelectorAll<HTMLElement>('.prod')];
  try {
    const products = new Map((await loadProducts()).map((product) => [product.id, product]));
    for (const [index, card] of cards.entries()) {
      if (index % cardsPerPiece === cardsPerPiece - 1) await nextTask();
      const product = products.get(productOf(card).id);
      if (product) showProduct(card, product);
      else closeCard(card);
      if (product) products.delete(product.id);
    }
    // New products are added at the end, so that nothing moves; the next release sorts them in.
    if (!products.size) return;
    const { createCard, openList } = await import('./createCard.ts');
    const model = cards[0] ?? openList();
    const list = model.parentElement;
    if (!cards.length) model.remove();
    list?.append(...[...products.values()].map((product) => createCard(model, product)));
  } catch {
    (document.getElementById('urun-hata') as HTMLElement).hidden = false;
  }
}

/** Brings a product's own page up to date: price, seats, and whether it is on sale. */
export async function refreshProductPage(page: HTMLElement): Promise<void> {
  const { id, date, time } = productOf(page);
  try {
    const product = await loadProduct(id);
    const isPast = startsAt(date, time) <= serverNow();
    if (isPast && !product.cancelled) closeCard(page);
    else showProduct(page, product);
  } catch (error) {
    if (error instanceof CallError && error.status === 404) closeCard(page);
  }
}

/** Keeps prices and seats up to date while the page is open, in cards of a list or in a product's own page. */
export function startSeatUpdates(selector: string): void {
  watchSeats((seats) => {
    const byId = new Map(seats.map((each) => [each.id, each]));
    for (const card of document.querySelectorAll<HTMLElement>(selector)) {
      const product = productOf(card);
      const current = byId.get(product.id);
      if (current) showProduct(card, { ...product, ...current });
      else closeCard(card);
    }
  });
}
