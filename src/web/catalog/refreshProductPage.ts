import { startsAt } from '../../shared/time.ts';
import { CallError } from '../http.ts';
import { loadProduct } from './catalog.store.ts';
import { closeCard, productOf, refreshCard } from './updateCards.ts';

/** Brings an event's own page up to date: price, seats, and whether it is sold at all. */
export async function refreshProductPage(page: HTMLElement): Promise<void> {
  const { id, date, time } = productOf(page);
  const started = startsAt(date, time).getTime() <= Date.now();
  try {
    const product = await loadProduct(id);
    if (started) closeCard(page);
    else refreshCard(page, product);
  } catch (error) {
    if (error instanceof CallError && error.status === 404) closeCard(page);
  }
}
