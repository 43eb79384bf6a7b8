import { formatLira } from '../../shared/format.ts';
import { type CartProduct, toCartProduct } from './cartProduct.ts';
import { factsOf, seatNote } from './catalog.ts';

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
