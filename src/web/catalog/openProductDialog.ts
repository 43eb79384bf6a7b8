import { paths } from '../paths.ts';
import { toast } from '../ui/toast.ts';
import { loadProduct } from './catalog.store.ts';
import { fillFacts } from './fillFacts.ts';
import { closeCard, productOf, refreshCard, showPlace } from './updateCards.ts';

let openId = '';

/** 'Detaylı Bilgi': opens the dialog at once and fills in the description when it arrives. */
export async function openProductDialog(card: HTMLElement): Promise<void> {
  const dialog = document.getElementById('urun-detay') as HTMLDialogElement;
  const text = dialog.querySelector('.dlg__text') as HTMLElement;
  const product = productOf(card);
  const { id } = product;
  openId = id;
  (dialog.querySelector('h2') as HTMLElement).textContent = product.title;
  (dialog.querySelector('p a') as HTMLAnchorElement).href = paths.product(product.slug);
  fillFacts(dialog.querySelector('.meta') as HTMLElement, product);
  // 'Sepete Ekle' and the updates of seats find the product in the dialog as they do in a card.
  refreshCard(dialog, product);
  if (card.classList.contains('is-closed'))
    closeCard(dialog, card.querySelector('.seats span')?.textContent ?? undefined);
  showPlace(dialog, card.dataset.place);
  text.textContent = 'Yükleniyor...';
  dialog.showModal();
  try {
    const found = await loadProduct(id);
    if (openId === id) text.textContent = found?.description || 'Detay bulunamadı.';
  } catch {
    if (openId !== id) return;
    dialog.close();
    toast({ text: 'Ürün detayı getirilemedi.', tone: 'err' });
  }
}
