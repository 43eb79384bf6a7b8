import { startReviewCarousel } from '../home/startReviewCarousel.ts';
import { startDialogs } from '../ui/startDialogs.ts';
import { startHero } from '../ui/startHero.ts';
import { startToasts } from '../ui/startToasts.ts';
import { startPrefetch } from './prefetch.ts';
import { startTopBar } from './startTopBar.ts';

/**
 * What pages do without React, in one small file: the first visit asks for one script, the next page for none. The
 * admin area has no frame but toasts: it gets this file with the bundler's helper (astro.config.mjs).
 */
export function startPage(): void {
  startToasts();
  if (!document.querySelector('.bar')) return;
  startTopBar();
  startPrefetch();
  startDialogs();
  for (const hero of document.querySelectorAll<HTMLElement>('.hero')) startHero(hero);
  for (const track of document.querySelectorAll('.rev__track')) {
    startReviewCarousel(track.closest('section') as HTMLElement, 5000);
  }
  const others = document.querySelector<HTMLElement>('.others');
  if (others) import('../blog/startPostCarousel.ts').then(({ startPostCarousel }) => startPostCarousel(others));
}
