import { formatStart } from '../../shared/format.ts';
import { maxSeatsPerBuyer } from '../../shared/limits.ts';
import { productOf, showPlace } from '../catalog/updateCards.ts';
import { CallError, readReason } from '../http.ts';
import { paths, withReturnTo } from '../paths.ts';
import { readToken } from '../token.ts';
import { joinAddress } from './joinAddress.ts';
import { joinWaitlist } from './waitlist.store.ts';
import { joinTerms, placeSentence, placeWord } from './waitlist.ts';

interface Parts {
  dialog: HTMLDialogElement;
  form: HTMLFormElement;
  seats: HTMLOutputElement;
  error: HTMLElement;
  joined: HTMLElement;
  submit: HTMLButtonElement;
}

let card: HTMLElement | undefined;
let parts: Parts | undefined;

const isFor = (asked: HTMLElement) => card === asked;

function findParts(): Parts {
  const dialog = document.getElementById('sira') as HTMLDialogElement;
  const find = <E extends HTMLElement>(selector: string) => dialog.querySelector(selector) as E;
  const found: Parts = {
    dialog,
    form: find('form'),
    seats: find('output'),
    error: find('[role=alert]'),
    joined: find('[data-while=joined]'),
    submit: find('[type=submit]'),
  };
  for (const step of dialog.querySelectorAll<HTMLElement>('[data-step]'))
    step.addEventListener('click', () => setQuantity(found, quantityOf(found) + Number(step.dataset.step)));
  found.form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(found);
  });
  return found;
}

const quantityOf = ({ seats }: Parts): number => Number(seats.value);

function setQuantity({ dialog, seats }: Parts, wanted: number): void {
  const quantity = Math.min(maxSeatsPerBuyer, Math.max(1, wanted));
  seats.value = String(quantity);
  const [less, more] = dialog.querySelectorAll<HTMLButtonElement>('[data-step]');
  // Not `disabled`, which would take the focus away.
  less?.setAttribute('aria-disabled', String(quantity === 1));
  more?.setAttribute('aria-disabled', String(quantity === maxSeatsPerBuyer));
  (dialog.querySelector('[data-terms]') as HTMLElement).textContent = joinTerms(quantity);
}

function showError({ error }: Parts, text: string): void {
  error.hidden = !text;
  error.textContent = text;
}

function setBusy({ submit }: Parts, busy: boolean): void {
  submit.toggleAttribute('aria-busy', busy);
  submit.ariaBusy = busy ? 'true' : null;
  submit.textContent = busy ? 'Yükleniyor...' : 'Sıraya gir';
}

function showJoined({ form, joined, submit }: Parts, text: string): void {
  form.hidden = Boolean(text);
  joined.hidden = !text;
  joined.textContent = text;
  submit.hidden = Boolean(text);
}

/** 'Sıraya gir' on a sold-out product: asks for how many seats. Guests sign in first and come back to the dialog. */
export function openJoinDialog(asked: HTMLElement, quantity = 1): void {
  // Somebody with an entry finds it with the orders.
  if (asked.dataset.place) {
    location.assign(paths.waitlist);
    return;
  }
  parts ??= findParts();
  card = asked;
  const product = productOf(asked);
  (parts.dialog.querySelector('[data-event]') as HTMLElement).textContent =
    `${product.title} · ${formatStart(product)}`;
  (parts.dialog.querySelector('[data-guest]') as HTMLElement).hidden = readToken() !== null;
  showError(parts, '');
  showJoined(parts, '');
  setBusy(parts, false);
  setQuantity(parts, quantity);
  document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
  parts.dialog.showModal();
}

const signIn = (slug: string, quantity: number) =>
  location.assign(withReturnTo(paths.login, joinAddress(location, slug, quantity)));

async function submit(parts: Parts): Promise<void> {
  const asked = card;
  if (!asked || parts.submit.ariaBusy) return;
  const { id, slug } = productOf(asked);
  const quantity = quantityOf(parts);
  if (!readToken()) return signIn(slug, quantity);
  showError(parts, '');
  setBusy(parts, true);
  try {
    const entry = await joinWaitlist(id, quantity);
    for (const each of document.querySelectorAll<HTMLElement>('[data-product]'))
      if (productOf(each).id === id) showPlace(each, placeWord(entry));
    if (isFor(asked)) showJoined(parts, `${placeSentence(entry)}.`);
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return signIn(slug, quantity);
    const reason = readReason(error, 'Sıraya girilemedi. Bağlantınızı kontrol edip tekrar deneyin.');
    if (isFor(asked)) showError(parts, reason);
  } finally {
    if (isFor(asked)) setBusy(parts, false);
  }
}
