import { startRotation } from './startRotation.ts';

/** Cycles the hero's pictures. All but the first are in a template, so that they do not delay the first paint. */
export function startHero(hero: HTMLElement): void {
  const frame = hero.querySelector('.hero__pics') as HTMLElement;
  const waiting = [...(frame.querySelector('template') as HTMLTemplateElement).content.children];
  const dots = [...hero.querySelectorAll<HTMLElement>('.rot li button')];
  const notes = [...hero.querySelectorAll('.hero__note span')];
  const pictures = [frame.querySelector('picture') as Element, ...waiting];
  const pause = hero.querySelector('.rot .round') as HTMLElement;
  let index = 0;

  const place = (at: number) => {
    const picture = pictures[at % pictures.length] as Element;
    if (!picture.isConnected) frame.append(picture);
    return picture;
  };
  const show = (next: number) => {
    index = next % pictures.length;
    const picture = place(index);
    // In the next frame, so that an added picture fades in.
    requestAnimationFrame(() => {
      for (const each of pictures) each.classList.toggle('is-on', each === picture);
    });
    for (const [at, note] of notes.entries()) note.classList.toggle('is-on', at === index);
    for (const [at, dot] of dots.entries()) {
      if (at === index) dot.setAttribute('aria-current', 'true');
      else dot.removeAttribute('aria-current');
    }
    place(index + 1);
  };

  for (const [at, dot] of dots.entries()) {
    dot.addEventListener('click', () => {
      show(at);
      if (pause.getAttribute('aria-pressed') === 'false') pause.click();
    });
  }
  addEventListener('load', () => setTimeout(place, 2000, 1), { once: true });
  startRotation(hero, pause, Number(hero.dataset.every), () => show(index + 1));
}
