import { paths } from '../paths.ts';
import { createPicture } from '../ui/createPicture.ts';
import { enableControls } from '../ui/enableControls.ts';
import { startRotation } from '../ui/startRotation.ts';
import type { CarouselPost } from './blog.store.ts';

/** Cards added at a time, because an old blog may have thousands of posts. */
const cardsPerStep = 8;

/**
 * Starts the carousel of other posts, which is about to be seen: one card every 3000 ms, and from the end back. Where
 * all cards fit, it has no buttons.
 */
export function startPostCarousel(section: HTMLElement): void {
  const strip = section.querySelector('.strip') as HTMLElement;
  const [previous, pause, next] = section.querySelectorAll<HTMLElement>('.track-head button');
  const acts = section.querySelector('.track-head__acts') as HTMLElement;
  const model = strip.firstElementChild as HTMLElement;
  let waiting: CarouselPost[] = [];

  const remaining = () => strip.scrollWidth - strip.clientWidth - strip.scrollLeft;
  const pitch = () => (strip.children[1] as HTMLElement).offsetLeft - model.offsetLeft;
  const add = async () => {
    if (!waiting.length) waiting = await loadNext(section, strip);
    for (const post of waiting.splice(0, cardsPerStep)) strip.append(createCard(model, post));
    showActs();
  };
  const showActs = () => {
    acts.hidden = strip.scrollWidth - strip.clientWidth < 8;
  };
  const move = (cards: number) => {
    if (cards > 0 && remaining() < pitch() * 2) void add();
    if (cards > 0 && remaining() < 8) strip.scrollTo({ left: 0, behavior: 'smooth' });
    else strip.scrollBy({ left: cards * pitch(), behavior: 'smooth' });
  };

  if (strip.children.length > 1) {
    previous?.addEventListener('click', () => move(-1));
    next?.addEventListener('click', () => move(1));
    if (pause) startRotation(section, pause, 3000, () => move(1));
    enableControls(section.querySelectorAll<HTMLButtonElement>('.track-head button'));
  }
  new ResizeObserver(showActs).observe(strip);
  strip.addEventListener('scroll', () => remaining() < pitch() * 2 && add(), { passive: true });
  void add();
}

/** Posts of the next index file that are not shown yet; none when the file does not come. */
async function loadNext(section: HTMLElement, strip: HTMLElement): Promise<CarouselPost[]> {
  const { index, slug } = section.dataset;
  if (!index) return [];
  delete section.dataset.index;
  const shown = new Set([...strip.querySelectorAll('a')].map((link) => link.pathname));
  shown.add(paths.blog(slug as string));
  try {
    const { loadPostIndex } = await import('./blog.store.ts');
    const { posts, next } = await loadPostIndex(index);
    if (next) section.dataset.index = next;
    const rest = posts.filter((post) => !shown.has(paths.blog(post.slug)));
    return rest.length ? rest : loadNext(section, strip);
  } catch {
    return [];
  }
}

/** A copy of the first card with another post's words and picture. */
function createCard(model: HTMLElement, { slug, title, text, image }: CarouselPost): HTMLElement {
  const card = model.cloneNode(true) as HTMLElement;
  const setText = (selector: string, value: string) => {
    (card.querySelector(selector) as HTMLElement).textContent = value;
  };
  setText('h3', title);
  setText('p', text);
  setText('.sr', ` (${title})`);
  (card.querySelector('a') as HTMLAnchorElement).href = paths.blog(slug);
  card.querySelector('picture')?.replaceWith(createPicture(image, '19rem'));
  return card;
}
