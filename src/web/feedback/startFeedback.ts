import { formatDay } from '../../shared/format.ts';
import { CallError } from '../http.ts';
import { startForm } from '../ui/domForm.ts';
import { keepFormDraft } from '../ui/formDraft.ts';
import { giveFeedback, loadFeedbackEvent } from './feedback.store.ts';

type State = 'loading' | 'failed' | 'open' | 'expired';

/** The token of `/geri-bildirim/{token}`. */
const readToken = (path: string): string => decodeURIComponent(path.split('/')[2] ?? '').slice(0, 200);

/** Shows the event of the link and its questions, or that the link is over. */
export function startFeedback(sheet: HTMLElement): void {
  const token = readToken(location.pathname);
  const form = sheet.querySelector('form') as HTMLFormElement;
  const show = (state: State) => {
    for (const part of sheet.querySelectorAll<HTMLElement>('[data-state]')) part.hidden = part.dataset.state !== state;
  };
  const load = async () => {
    show('loading');
    try {
      const { event_title, date } = await loadFeedbackEvent(token);
      (sheet.querySelector('[data-event]') as HTMLElement).textContent = `${event_title}, ${formatDay(date)}`;
      show('open');
    } catch (error) {
      // A link that was cut off while it was copied is no token at all.
      const isOver = error instanceof CallError && [404, 410, 422].includes(error.status);
      show(isOver ? 'expired' : 'failed');
    }
  };
  sheet.querySelector('[data-retry]')?.addEventListener('click', load);
  startForm(form, {
    draft: keepFormDraft(form, 'geri-bildirim'),
    send: (values) => giveFeedback(token, values, () => show('expired')),
  });
  void load();
}
