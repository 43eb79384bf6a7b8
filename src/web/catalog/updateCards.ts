import type { Product } from '../../contract/catalog.ts';
import { formatLira } from '../../shared/format.ts';
import { paths } from '../paths.ts';
import { createPicture } from '../ui/createPicture.ts';
import { type CartProduct, toCartProduct } from './cartProduct.ts';
import { factsOf, seatNote, titleParts } from './catalog.ts';

/** The product of a card, or of a product's own page. */
export const productOf = (card: HTMLElement): CartProduct => JSON.parse(card.dataset.product as string);

function setText(card: HTMLElement, selector: string, text: string): void {
  const element = card.querySelector(selector);
  if (element && element.textContent !== text) element.textContent = text;
}

/** Shows a product's price and seats. Changes words only, so that nothing on the page moves. */
export function refreshCard(card: HTMLElement, product: CartProduct): void {
  card.dataset.product = JSON.stringify(toCartProduct(product));
  card.classList.remove('is-closed');
  setText(card, '.price', formatLira(product.price));
  showSeats(card, product.stock, seatNote(product.stock));
}

/** Says on the card that its product is no longer sold. The card stays where it is. */
export function closeCard(card: HTMLElement): void {
  card.classList.add('is-closed');
  showSeats(card, 0, 'Satışa kapandı');
}

function showSeats(card: HTMLElement, stock: number, note: string): void {
  const soldOut = stock <= 0;
  const seats = card.querySelector<HTMLElement>('.seats');
  if (seats) {
    seats.hidden = !note;
    seats.classList.toggle('pill--warn', !soldOut);
    seats.classList.toggle('pill--mute', soldOut);
  }
  setText(card, '.seats span', note);
  card.classList.toggle('is-out', soldOut);
  setText(card, '.add__word', soldOut ? note : 'Sepete Ekle');
  const add = card.querySelector<HTMLButtonElement>('.add');
  if (!add) return;
  add.disabled = soldOut;
  add.removeAttribute('data-waits');
}

function fillTitle(link: HTMLElement, title: string): void {
  const [name, rest] = titleParts(title);
  link.textContent = name;
  if (!rest) return;
  const span = document.createElement('span');
  span.textContent = rest;
  link.append(' ', span);
}

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

/** Makes a card like `model` for a product created after the page was built. */
export function createCard(model: HTMLElement, product: Product): HTMLElement {
  const card = model.cloneNode(true) as HTMLElement;
  card.querySelector('.prod__main')?.replaceWith(createPicture(product.image1, '24rem', 'prod__main'));
  card.querySelector('.prod__snap')?.replaceWith(createPicture(product.image2, '8.5rem', 'prod__snap'));
  const link = card.querySelector('h2 a') as HTMLAnchorElement;
  link.href = paths.product(product.slug);
  fillTitle(link, product.title);
  fillFacts(card.querySelector('.meta') as HTMLElement, product);
  for (const name of card.querySelectorAll('.prod__acts .sr')) name.textContent = ` (${product.title})`;
  refreshCard(card, product);
  return card;
}
