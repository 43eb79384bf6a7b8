import { play } from '../ui/moreIcons.ts';

/**
 * HTML of the link that stands for a video: nothing of it is loaded before a click (startVideos.ts). Takes the address
 * and the title of a cleaned frame as they stand in its HTML.
 */
export function videoLink(frameSource: string, title: string): string {
  // Stored by earlier versions: the address that sets cookies.
  const src = frameSource.replace('//www.youtube.com/', '//www.youtube-nocookie.com/');
  const where = src.includes('vimeo') ? 'Vimeo' : 'YouTube';
  return (
    `<a class="video" href="${src}" data-title="${title}" target="_blank" rel="noopener nofollow">` +
    `<svg class="i" viewBox="0 0 24 24" aria-hidden="true">${play}</svg>` +
    `<b>Videoyu oynat</b><span>${title} (${where} üzerinden yüklenir)</span></a>`
  );
}
