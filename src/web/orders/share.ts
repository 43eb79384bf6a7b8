/** How handing over a link ended; `closed` where the person closed the share sheet. */
export type Shared = 'shared' | 'copied' | 'closed' | 'failed';

/** Whether the device has a share sheet that people use: a phone or tablet. */
export const canShare = (): boolean => 'share' in navigator && matchMedia('(pointer: coarse)').matches;

/** Opens the device's share sheet, or copies the link. */
export async function shareOrCopy(way: 'share' | 'copy', url: string, title: string): Promise<Shared> {
  try {
    if (way === 'share') await navigator.share({ url, title, text: `“${title}” için yerimi sana devrediyorum:` });
    else await navigator.clipboard.writeText(url);
    return way === 'share' ? 'shared' : 'copied';
  } catch (error) {
    return way === 'share' && error instanceof Error && error.name === 'AbortError' ? 'closed' : 'failed';
  }
}
