import { toast } from './toast.ts';

/** How handing over a link ended; `closed` where the person closed the share sheet. */
export type ShareOutcome = 'shared' | 'copied' | 'closed' | 'failed';

/** Whether the device has a share sheet that people use: a phone or tablet. */
export const canShare = (): boolean => 'share' in navigator && matchMedia('(pointer: coarse)').matches;

/** Copies a text; answers whether the browser let it. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies a text; where the browser refuses, says to select it by hand. */
export async function copyOrExplain(text: string): Promise<boolean> {
  const copied = await copyText(text);
  if (!copied) toast({ text: 'Tarayıcınız kopyalamaya izin vermedi. Metni seçip kopyalayın.', tone: 'err' });
  return copied;
}

/** Opens the device's share sheet, or copies the link. */
export async function shareOrCopy(way: 'share' | 'copy', data: ShareData & { url: string }): Promise<ShareOutcome> {
  if (way === 'copy') return (await copyText(data.url)) ? 'copied' : 'failed';
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    return error instanceof Error && error.name === 'AbortError' ? 'closed' : 'failed';
  }
}
