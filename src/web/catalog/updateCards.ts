import { formatPrice } from '../../shared/format.ts';
import { type CartProduct, readCard, writeCard } from './cartProduct.ts';
import { closedNotes, seatNote } from './seatNote.ts';

/** The product of a card, or of a product's own page. */
export const productOf = (card: HTMLElement): CartProduct => readCard(card.dataset.product as string);

function setText(card: HTMLElement, selector: string, text: string): void {
  const element = card.querySelector(selector);
  if (element && element.textContent !== text) element.textContent = text;
}

/** Shows a product's price and seats. Changes words only, so that nothing on the page moves. */
export function refreshCard(card: HTMLElement, product: CartProduct): void {
  card.dataset.product = writeCard(product);
  card.classList.remove('is-closed');
  setText(card, '.price', formatPrice(product.price));
  showSeats(card, product.stock, seatNote(product.stock));
}

/** Says on the card that its product is no longer sold, or called off, which it keeps. The card stays where it is. */
export function closeCard(card: HTMLElement, note: string = closedNotes.sale): void {
  if (note === closedNotes.sale && card.classList.contains('is-closed')) return;
  card.classList.add('is-closed');
  showSeats(card, 0, note);
}

/** Shows a product as it is now: with its seats, or that it is called off. */
export function showProduct(card: HTMLElement, product: CartProduct & { cancelled: boolean }): void {
  refreshCard(card, product);
  if (product.cancelled) closeCard(card, closedNotes.cancelled);
}

/** Says on the button where in line the person stands; undefined offers to join again. */
export function showPlace(card: HTMLElement, word: string | undefined): void {
  if (word) card.dataset.place = word;
  else delete card.dataset.place;
  if (isJoinable(card)) setText(card, '.add__word', joinWord(card));
}

const joinWord = ({ dataset }: HTMLElement): string => dataset.place ?? 'Sıraya gir';
const isJoinable = ({ classList }: HTMLElement): boolean =>
  classList.contains('is-out') && !classList.contains('is-closed');

function showSeats(card: HTMLElement, stock: number, note: string): void {
  const soldOut = stock <= 0;
  const isClosed = card.classList.contains('is-closed');
  const seats = card.querySelector<HTMLElement>('.seats');
  if (seats) {
    seats.hidden = !note;
    seats.classList.toggle('pill--warn', !soldOut);
    seats.classList.toggle('pill--mute', soldOut);
  }
  setText(card, '.seats span', note);
  card.classList.toggle('is-out', soldOut);
  setText(card, '.add__word', isClosed ? note : soldOut ? joinWord(card) : 'Sepete Ekle');
  const add = card.querySelector<HTMLButtonElement>('.add');
  if (!add) return;
  add.disabled = isClosed;
  add.removeAttribute('data-waits');
}
