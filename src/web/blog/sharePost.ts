import { toast } from '../ui/toast.ts';

/** 'Yazıyı paylaş': the device's own sheet, or the address in the clipboard where there is none. */
export async function sharePost(button: HTMLElement): Promise<void> {
  const url = location.href.replace(/[?#].*/, '');
  try {
    if (navigator.share) return await navigator.share({ title: button.dataset.share ?? document.title, url });
    await navigator.clipboard.writeText(url);
    toast('Yazının adresi kopyalandı.');
  } catch (error) {
    // Closing the sheet is no failure.
    if ((error as Error).name !== 'AbortError') toast({ text: 'Adres kopyalanamadı.', tone: 'err' });
  }
}
