import type { CartProduct } from '../catalog/cartProduct.ts';
import { toast } from '../ui/toast.ts';

const cart = () => import('./addToCart.store.ts');
const buttonOf = ({ target }: Event) => (target instanceof Element ? target.closest('.add') : null);

/**
 * Every 'Sepete Ekle' adds one seat of the product around it (`data-product`). The cart's code is loaded when somebody
 * reaches for a button, to be there at the press.
 */
export function startAddButtons(): void {
  for (const reach of ['pointerover', 'focusin'])
    document.addEventListener(reach, (event) => buttonOf(event) && cart().catch(() => {}), { passive: true });
  document.addEventListener('click', async (event) => {
    const card = buttonOf(event)?.closest<HTMLElement>('[data-product]');
    if (!card) return;
    const product: CartProduct = JSON.parse(card.dataset.product as string);
    // Without a connection the cart's code does not come.
    const { addToCart } = (await cart().catch(() => undefined)) ?? {};
    if (addToCart) addToCart(product);
    else toast({ text: 'Ürün sepete eklenemedi! Bağlantınızı kontrol edip yeniden deneyin.', tone: 'err' });
  });
}
