import { formatDay } from '../../shared/format.ts';
import { startForm } from '../ui/domForm.ts';
import { keepFormDraft } from '../ui/formDraft.ts';
import { isOver, readKey, startLinkPage } from '../ui/linkPage.ts';
import { giveFeedback, loadFeedbackEvent } from './feedback.store.ts';

/** Shows the event of the link and its questions, or that the link is over. */
export function startFeedback(sheet: HTMLElement): void {
  const token = readKey(location.pathname);
  const form = sheet.querySelector('form') as HTMLFormElement;
  const load = async () => {
    const { event_title, date } = await loadFeedbackEvent(token);
    (sheet.querySelector('[data-event]') as HTMLElement).textContent = `${event_title}, ${formatDay(date)}`;
  };
  const show = startLinkPage(sheet, load, (error) => (isOver(error) ? 'expired' : 'failed'));
  startForm(form, {
    draft: keepFormDraft(form, `geri-bildirim ${token}`),
    send: (values) => giveFeedback(token, values, () => show('expired')),
  });
}
