import { startAddButtons } from '../cart/startAddButtons.ts';
import { toast } from '../ui/toast.ts';
import { startPlaces } from '../waitlist/loadLine.ts';
import { refreshCards, startSeatUpdates } from './refreshCards.ts';

/** Starts the list of products. Details and filter are loaded when somebody wants them. */
export function startProductList(): void {
  startAddButtons();
  document.addEventListener('click', ({ target }) => {
    const card = target instanceof Element && target.closest('.detail')?.closest<HTMLElement>('.prod');
    if (!card) return;
    import('./openProductDialog.ts').then(
      ({ openProductDialog }) => openProductDialog(card),
      () => toast({ text: 'Ürün detayı getirilemedi.', tone: 'err' }),
    );
  });
  const startFilter = lazyFilter();
  refreshCards().finally(() => {
    startFilter?.();
    startPlaces('.prod');
    startSeatUpdates('.prod, .dlg[data-product]');
  });
}

/** Starts the filter with its first change, at once where the address names one; returns how to start it again. */
function lazyFilter(): (() => void) | undefined {
  const form = document.querySelector<HTMLFormElement>('.narrow');
  if (!form) return undefined;
  let apply: Promise<() => void> | undefined;
  const load = () => {
    apply ??= import('./startProductFilter.ts')
      .then(({ startProductFilter }) => startProductFilter(form))
      .catch(() => {
        // The next change tries again.
        apply = undefined;
        toast({ text: 'Liste süzülemedi! Bağlantınızı kontrol edip yeniden deneyin.', tone: 'err' });
        return () => {};
      });
  };
  if (location.search) load();
  form.addEventListener('change', load);
  return () => void apply?.then((run) => run());
}
