import { toast } from '../ui/toast.ts';
import { loadProduct } from './catalog.store.ts';
import { productOf } from './updateCards.ts';

/** 'Detaylı Bilgi': opens the dialog at once and fills in the description when it arrives. */
export function startProductDialog(): void {
  const dialog = document.getElementById('urun-detay') as HTMLDialogElement;
  const title = dialog.querySelector('h2') as HTMLElement;
  const text = dialog.querySelector('.dlg__text') as HTMLElement;
  let openId = '';
  document.addEventListener('click', async ({ target }) => {
    const card = target instanceof Element && target.closest('.detail')?.closest<HTMLElement>('.prod');
    if (!card) return;
    const { id, title: name } = productOf(card);
    openId = id;
    title.textContent = name;
    text.textContent = 'Yükleniyor...';
    dialog.showModal();
    try {
      const product = await loadProduct(id);
      if (openId === id) text.textContent = product?.description || 'Detay bulunamadı.';
    } catch {
      if (openId !== id) return;
      dialog.close();
      toast({ text: 'Ürün detayı getirilemedi.', tone: 'err' });
    }
  });
}
