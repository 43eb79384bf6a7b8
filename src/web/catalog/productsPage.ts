import { toast } from '../ui/toast.ts';
import { loadProduct, loadProducts } from './catalog.store.ts';
import { closeCard, createCard, productOf, refreshCard } from './updateCards.ts';

/** Asks for today's seats and prices; the cards stay as they were built when nobody answers (CONTRACT.md 8). */
export async function refreshCards(): Promise<void> {
  const cards = [...document.querySelectorAll<HTMLElement>('.prod')];
  try {
    const products = new Map((await loadProducts()).map((product) => [product.id, product]));
    for (const card of cards) {
      const product = products.get(productOf(card).id);
      if (product) refreshCard(card, product);
      else closeCard(card);
      if (product) products.delete(product.id);
    }
    // New events go to the end, where nothing that is being read moves; the next publishing sorts them in.
    const [model] = cards;
    if (model) model.parentElement?.append(...[...products.values()].map((product) => createCard(model, product)));
  } catch {
    (document.getElementById('urun-hata') as HTMLElement).hidden = false;
  }
}

/** 'Detaylı Bilgi': the dialog opens at once and fills when the description is there (SPEC.md 8). */
export function startProductDialog(): void {
  const dialog = document.getElementById('urun-detay') as HTMLDialogElement;
  const title = dialog.querySelector('h2') as HTMLElement;
  const text = dialog.querySelector('.dlg__text') as HTMLElement;
  let asked = '';
  document.addEventListener('click', async ({ target }) => {
    const card = target instanceof Element && target.closest('.detail')?.closest<HTMLElement>('.prod');
    if (!card) return;
    const { id, title: name } = productOf(card);
    asked = id;
    title.textContent = name;
    text.textContent = 'Yükleniyor...';
    dialog.showModal();
    try {
      const product = await loadProduct(id);
      if (asked === id) text.textContent = product.description || 'Detay bulunamadı.';
    } catch {
      if (asked !== id) return;
      dialog.close();
      toast({ text: 'Ürün detayı getirilemedi.', tone: 'err' });
    }
  });
}
