import type { CartProduct } from '../catalog/cartProduct.ts';

const cart = () => import('./addToCart.store.ts');
const buttonOf = ({ target }: Event) => (target instanceof Element ? target.closest('.add') : null);

/**
 * Every 'Sepete Ekle' adds one seat of the product around it (`data-product`). The cart's code is loaded when somebody
 * reaches for a button, to be there at the press.
 */
export function startAddButtons(): void {
  for (const reach of ['pointerover', 'focusin'])
    document.addEventListener(reach, (event) => buttonOf(event) && cart(), { passive: true });
  document.addEventListener('click', async (event) => {
    const card = buttonOf(event)?.closest<HTMLElement>('[data-product]');
    if (!card) return;
    const product: CartProduct = JSON.parse(card.dataset.product as string);
    (await cart()).addToCart(product);
  });
}
