import { showState, startForm } from '../ui/form.ts';
import { keepFormDraft } from '../ui/formDraft.ts';
import { $enquiry, sendEnquiry, startOver } from './enquiries.store.ts';
import { checkEnquiry, type Topic } from './enquiries.ts';

let started = false;
let topic: Topic = { id: null, name: null };

/** The dialog was opened: with the service of the button that opened it, or with none. */
export function openContact(form: HTMLFormElement, { serviceId, serviceName }: DOMStringMap): void {
  topic = { id: serviceId ?? null, name: serviceName ?? null };
  showTopic(form);
  if (!started) start(form);
  if ($enquiry.get().state === 'sent') startOver();
}

function start(form: HTMLFormElement): void {
  started = true;
  const draft = keepFormDraft(form, 'consulting');
  startForm(form, {
    check: checkEnquiry,
    submit: (values) => sendEnquiry('consulting', values, topic, draft.startedAt()),
  });
  $enquiry.listen((state) => {
    if (state.state === 'sent') draft.discard();
    showState(form, state);
  });
}

function showTopic(form: HTMLFormElement): void {
  const line = form.closest('dialog')?.querySelector<HTMLElement>('[data-topic]');
  if (!line) return;
  line.hidden = !topic.name;
  (line.querySelector('b') as HTMLElement).textContent = topic.name;
}
