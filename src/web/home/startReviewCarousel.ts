import { startRotation } from '../ui/startRotation.ts';

/** Distance from one card to the next. */
function pitch(track: HTMLElement): number {
  const [first, second] = track.children as unknown as HTMLElement[];
  return first && second ? second.offsetLeft - first.offsetLeft : 0;
}

/**
 * Moves the reviews by one card. They are repeated (`data-rounds`), so that a jump back by a whole round is invisible
 * and the carousel has no end.
 */
export function startReviewCarousel(section: HTMLElement, milliseconds: number): void {
  const track = section.querySelector('.rev__track') as HTMLElement;
  const [previous, pause, next] = section.querySelectorAll<HTMLElement>('.track-head button');
  const rounds = Number(track.dataset.rounds);

  const move = (cards: number) => {
    const round = (pitch(track) * track.children.length) / rounds;
    if (cards > 0 && track.scrollLeft >= round * 2) track.scrollBy({ left: -round, behavior: 'instant' });
    if (cards < 0 && track.scrollLeft < pitch(track)) track.scrollBy({ left: round, behavior: 'instant' });
    track.scrollBy({ left: cards * pitch(track), behavior: 'smooth' });
  };
  previous?.addEventListener('click', () => move(-1));
  next?.addEventListener('click', () => move(1));
  if (pause) startRotation(section, pause, milliseconds, () => move(1));
}
