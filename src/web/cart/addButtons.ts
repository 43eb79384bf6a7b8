import type { GuestItem } from './cart.ts';

const cart = () => import('./cart.store.ts');
const buttonOf = ({ target }: Event) => (target instanceof Element ? target.closest('.add') : null);

/**
 * Every 'Sepete Ekle' on the page adds one seat of the event around it (`data-product`). The cart comes when somebody
 * reaches for a button, so that it is there when the button is pressed.
 */
export function startAddButtons(): void {
  for (const reach of ['pointerover', 'focusin'])
    document.addEventListener(reach, (event) => buttonOf(event) && cart(), { passive: true });
  document.addEventListener('click', async (event) => {
    const card = buttonOf(event)?.closest<HTMLElement>('[data-product]');
    if (!card) return;
    const product = JSON.parse(card.dataset.product as string) as Omit<GuestItem, 'quantity'>;
    (await cart()).addToCart(product);
  });
}
