import { matchesFilter, type ProductFilter } from './catalog.ts';
import { productOf } from './updateCards.ts';

/** What the filter keeps in the address. */
const names = ['kategori', 'ay', 'yas', 'online'];

/** Starts the filter of the cards; returns how to apply it to cards that were added. The address keeps it. */
export function startProductFilter(form: HTMLFormElement): () => void {
  const control = (name: string) => form.elements.namedItem(name) as HTMLSelectElement & HTMLInputElement;
  const status = form.querySelector('[role=status]') as HTMLElement;
  const all = form.querySelector('[type=reset]') as HTMLElement;

  const apply = () => {
    const filter: ProductFilter = {
      category: control('kategori').value,
      month: control('ay').value,
      age: control('yas')?.value ?? '',
      online: Boolean(control('online')?.checked),
    };
    const cards = [...document.querySelectorAll<HTMLElement>('.prod')];
    for (const card of cards) card.hidden = !matchesFilter(productOf(card), filter);
    const shown = cards.filter((card) => !card.hidden).length;
    const isNarrow = Boolean(filter.category || filter.month || filter.age || filter.online);
    all.hidden = !isNarrow;
    status.textContent = !isNarrow ? '' : shown ? `${shown} atölye` : 'Bu seçime uyan atölye yok.';
  };
  const keep = () => {
    const chosen = new FormData(form);
    // Other parameters stay: the dialog of the waiting list reads its own after this.
    const search = new URLSearchParams(location.search);
    for (const name of names) {
      const value = chosen.get(name);
      if (value) search.set(name, String(value));
      else search.delete(name);
    }
    history.replaceState(history.state, '', `${location.pathname}${search.size ? `?${search}` : ''}${location.hash}`);
  };

  const wanted = new URLSearchParams(location.search);
  for (const name of ['kategori', 'ay', 'yas']) {
    if (!control(name)) continue;
    if (wanted.has(name)) control(name).value = wanted.get(name) as string;
    // The address may name a choice that the list no longer has.
    if (control(name).selectedIndex < 0) control(name).value = '';
  }
  if (control('online') && wanted.has('online')) control('online').checked = true;
  form.addEventListener('change', () => {
    keep();
    apply();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => {
    // The fields are reset after this event.
    setTimeout(() => {
      keep();
      apply();
      control('kategori').focus();
    });
  });
  // This script may have been loaded by a change, which is applied at once.
  keep();
  apply();
  return apply;
}
