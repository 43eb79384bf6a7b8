import type { Product } from '../../contract/catalog.ts';
import { paths } from '../paths.ts';
import { createPicture } from '../ui/createPicture.ts';
import { enableControls } from '../ui/enableControls.ts';
import { titleParts } from './catalog.ts';
import { fillFacts } from './fillFacts.ts';
import { showProduct } from './updateCards.ts';

function fillTitle(link: HTMLElement, title: string): void {
  const [name, rest] = titleParts(title);
  link.textContent = name;
  if (!rest) return;
  const span = document.createElement('span');
  span.textContent = rest;
  link.append(' ', span);
}

/** Replaces the note that no workshop is planned by a list. Returns its only card, a model without a product. */
export function openList(): HTMLElement {
  const { content } = document.getElementById('ilk-atolyeler') as HTMLTemplateElement;
  const card = content.querySelector('.prod') as HTMLElement;
  enableControls(card.querySelectorAll('button'));
  document.querySelector('.empty')?.replaceWith(content);
  return card;
}

/** Makes a card like `model` for a product created after the page was built. */
export function createCard(model: HTMLElement, product: Product): HTMLElement {
  const card = model.cloneNode(true) as HTMLElement;
  delete card.dataset.place;
  card.querySelector('.moved')?.remove();
  card.querySelector('.prod__main')?.replaceWith(createPicture(product.image1, '24rem', 'prod__main'));
  card.querySelector('.prod__snap')?.replaceWith(createPicture(product.image2, '8.5rem', 'prod__snap'));
  const link = card.querySelector('h2 a') as HTMLAnchorElement;
  link.href = paths.product(product.slug);
  fillTitle(link, product.title);
  fillFacts(card.querySelector('.meta') as HTMLElement, product);
  for (const name of card.querySelectorAll('.prod__acts .sr')) name.textContent = ` (${product.title})`;
  showProduct(card, product);
  return card;
}
