import { readCard } from '../catalog/cartProduct.ts';
import { toast } from '../ui/toast.ts';
import { loadLine } from '../waitlist/loadLine.ts';

const cart = () => import('./addToCart.store.ts');
const buttonOf = ({ target }: Event) => (target instanceof Element ? target.closest('.add') : null);
const cardOf = (event: Event) => buttonOf(event)?.closest<HTMLElement>('[data-product]');
const productOf = (card: HTMLElement) => readCard(card.dataset.product as string);

/**
 * Lets each 'Sepete Ekle' add one seat of the product around it (`data-product`), or offer the waiting list if that is
 * sold out. The code for either is loaded on hover or focus, so that it is there at the press.
 */
export function startAddButtons(): void {
  for (const reach of ['pointerover', 'focusin'])
    document.addEventListener(
      reach,
      (event) => {
        const card = cardOf(event);
        if (card) (productOf(card).stock > 0 ? cart() : loadLine()).catch(() => {});
      },
      { passive: true },
    );
  document.addEventListener('click', async (event) => {
    const card = cardOf(event);
    if (!card) return;
    const product = productOf(card);
    if (product.stock <= 0) return void openLine(card);
    // Without a connection the cart's code does not come.
    const { addToCart } = (await cart().catch(() => undefined)) ?? {};
    if (addToCart) addToCart(product);
    else toast({ text: 'Ürün sepete eklenemedi! Bağlantınızı kontrol edip yeniden deneyin.', tone: 'err' });
  });
}

async function openLine(card: HTMLElement): Promise<void> {
  const { openJoinDialog } = (await loadLine().catch(() => undefined)) ?? {};
  if (openJoinDialog) openJoinDialog(card);
  else toast({ text: 'Bekleme listesi açılamadı! Bağlantınızı kontrol edip yeniden deneyin.', tone: 'err' });
}
