import { CallError } from '../http.ts';
import { startForm } from '../ui/domForm.ts';
import { keepFormDraft } from '../ui/formDraft.ts';
import { eventStart } from '../waitlist/waitlist.ts';
import { loadTransfer, takeSeat } from './transfers.store.ts';

type State = 'loading' | 'failed' | 'open' | 'expired';

/** The token of `/devir/{token}`. */
const readToken = (path: string): string => decodeURIComponent(path.split('/')[2] ?? '').slice(0, 200);

/** Shows the event of the link and the form that takes the seat over, or that the link is over. */
export function startTransfer(sheet: HTMLElement): void {
  const token = readToken(location.pathname);
  const form = sheet.querySelector('form') as HTMLFormElement;
  const show = (state: State) => {
    for (const part of sheet.querySelectorAll<HTMLElement>('[data-state]')) part.hidden = part.dataset.state !== state;
  };
  const find = (selector: string) => sheet.querySelector(selector) as HTMLElement;
  const load = async () => {
    show('loading');
    try {
      const offer = await loadTransfer(token);
      find('[data-title]').textContent = offer.event_title;
      find('[data-start]').textContent = eventStart(offer);
      find('[data-place]').textContent = offer.location;
      show('open');
    } catch (error) {
      // A link that was cut off while it was copied is no token at all.
      const isOver = error instanceof CallError && [404, 410, 422].includes(error.status);
      show(isOver ? 'expired' : 'failed');
    }
  };
  find('[data-retry]').addEventListener('click', load);
  startForm(form, {
    draft: keepFormDraft(form, 'devir'),
    send: (values) => takeSeat(token, values, () => show('expired')),
  });
  void load();
}
