import { canShare, shareOrCopy } from '../ui/share.ts';
import { toast } from '../ui/toast.ts';

/** 'Yazıyı paylaş': the share sheet of a phone or tablet, or the address in the clipboard. */
export async function sharePost(button: HTMLElement): Promise<void> {
  const url = location.href.replace(/[?#].*/, '');
  const title = button.dataset.share ?? document.title;
  const shared = await shareOrCopy(canShare() ? 'share' : 'copy', { title, url });
  if (shared === 'copied') toast('Yazının adresi kopyalandı.');
  if (shared === 'failed') toast({ text: 'Adres kopyalanamadı.', tone: 'err' });
}
