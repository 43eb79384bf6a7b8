import { startForm } from '../ui/domForm.ts';
import type { Form, Values } from '../ui/form.ts';
import { keepFormDraft } from '../ui/formDraft.ts';
import { sendEnquiry } from './enquiries.store.ts';
import { checkEnquiry, type Topic } from './enquiries.ts';

let started: Form<Values> | undefined;
let topic: Topic = { id: null, name: null };

/** Prepares the form of the opened dialog for the service of the button that opened it, or for none. */
export function openContactForm(form: HTMLFormElement, { serviceId, serviceName }: DOMStringMap): void {
  topic = { id: serviceId ?? null, name: serviceName ?? null };
  showTopic(form);
  started ??= start(form);
  if (started.$form.get().done) started.open({});
}

function start(form: HTMLFormElement): Form<Values> {
  const draft = keepFormDraft(form, 'consulting');
  return startForm(form, {
    check: checkEnquiry,
    draft,
    send: (values) => sendEnquiry('consulting', values, topic, draft.startedAt()),
  });
}

function showTopic(form: HTMLFormElement): void {
  const line = form.closest('dialog')?.querySelector<HTMLElement>('[data-topic]');
  if (!line) return;
  line.hidden = !topic.name;
  (line.querySelector('b') as HTMLElement).textContent = topic.name;
}
