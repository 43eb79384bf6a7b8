import { addToCart } from './cart.store.ts';
import type { GuestItem } from './cart.ts';

/** Every 'Sepete Ekle' on the page adds one seat of the event around it (`data-product`). */
export function startAddButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.add') : null;
    const card = button?.closest<HTMLElement>('[data-product]');
    if (card) addToCart(JSON.parse(card.dataset.product as string) as Omit<GuestItem, 'quantity'>);
  });
}
