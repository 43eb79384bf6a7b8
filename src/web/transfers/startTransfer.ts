import { formatStart } from '../../shared/format.ts';
import { startForm } from '../ui/domForm.ts';
import { keepFormDraft } from '../ui/formDraft.ts';
import { isOver, readKey, startLinkPage } from '../ui/linkPage.ts';
import { loadTransfer, takeSeat } from './transfers.store.ts';

/** Shows the event of the link and the form that takes the seat over, or that the link is over. */
export function startTransfer(sheet: HTMLElement): void {
  const token = readKey(location.pathname);
  const form = sheet.querySelector('form') as HTMLFormElement;
  const find = (selector: string) => sheet.querySelector(selector) as HTMLElement;
  const load = async () => {
    const offer = await loadTransfer(token);
    find('[data-title]').textContent = offer.event_title;
    find('[data-start]').textContent = formatStart(offer);
    find('[data-place]').textContent = offer.location;
  };
  const show = startLinkPage(sheet, load, (error) => (isOver(error) ? 'expired' : 'failed'));
  startForm(form, {
    draft: keepFormDraft(form, `devir ${token}`),
    send: (values) => takeSeat(token, values, () => show('expired')),
  });
}
