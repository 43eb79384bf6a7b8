import { paths } from '../paths.ts';
import { createPicture } from '../ui/createPicture.ts';
import { startRotation } from '../ui/startRotation.ts';

interface Entry {
  slug: string;
  title: string;
  text: string;
  image: string | null;
}

/** Cards added at a time while the strip moves on; all posts at once would be thousands on an old blog. */
const batch = 8;

/** The strip of other posts: one card further every 3000 ms, from the start again at its end (SPEC.md 2, 9). */
export function startStrip(section: HTMLElement): void {
  const strip = section.querySelector('.strip') as HTMLElement;
  const [previous, pause, next] = section.querySelectorAll<HTMLElement>('.track-head button');
  const model = strip.firstElementChild as HTMLElement;
  let waiting: Entry[] = [];

  const remaining = () => strip.scrollWidth - strip.clientWidth - strip.scrollLeft;
  const pitch = () => (strip.children[1] as HTMLElement).offsetLeft - model.offsetLeft;
  const add = async () => {
    if (!waiting.length) waiting = await loadNext(section, strip);
    for (const entry of waiting.splice(0, batch)) strip.append(draw(model, entry));
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
  }
  strip.addEventListener('scroll', () => remaining() < pitch() * 2 && add(), { passive: true });
  new IntersectionObserver(
    async ([entry], observer) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      await add();
    },
    { rootMargin: '600px' },
  ).observe(section);
}

/** The posts of the index's next file that are neither this one nor in the strip yet; none when the file does not come. */
async function loadNext(section: HTMLElement, strip: HTMLElement): Promise<Entry[]> {
  const { index, slug } = section.dataset;
  if (!index) return [];
  delete section.dataset.index;
  const shown = new Set([...strip.querySelectorAll('a')].map((link) => link.pathname));
  shown.add(paths.blog(slug as string));
  try {
    const { posts, next }: { posts: Entry[]; next: string | null } = await (await fetch(index)).json();
    if (next) section.dataset.index = next;
    const rest = posts.filter((post) => !shown.has(paths.blog(post.slug)));
    return rest.length ? rest : loadNext(section, strip);
  } catch {
    return [];
  }
}

/** A card like the first one, with another post's words and picture. */
function draw(model: HTMLElement, { slug, title, text, image }: Entry): HTMLElement {
  const card = model.cloneNode(true) as HTMLElement;
  const say = (selector: string, words: string) => {
    (card.querySelector(selector) as HTMLElement).textContent = words;
  };
  say('h3', title);
  say('p', text);
  say('.sr', ` (${title})`);
  (card.querySelector('a') as HTMLAnchorElement).href = paths.blog(slug);
  card.querySelector('picture')?.replaceWith(createPicture(image, '19rem'));
  return card;
}
