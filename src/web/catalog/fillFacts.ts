import { factsOf } from './catalog.ts';

/** Fills in the line that ProductFacts.astro builds. */
export function fillFacts(line: HTMLElement, product: Parameters<typeof factsOf>[0]): void {
  const parts = factsOf(product).map((text, index) => {
    const part = document.createElement('span');
    const bar = document.createElement('i');
    bar.textContent = ' | ';
    part.append(...(index > 0 ? [bar] : []), text);
    return part;
  });
  line.replaceChildren(...parts);
}
