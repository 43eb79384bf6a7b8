import { showState, startForm } from '../ui/form.ts';
import { keepFormDraft } from '../ui/formDraft.ts';
import { $enquiry, sendEnquiry, startOver } from './enquiries.store.ts';
import { checkEnquiry, gradeOf, serviceOf, type Topic } from './enquiries.ts';

/** The running form; from outside only its service can be chosen. */
interface Coaching {
  choose(service: string): void;
}

let running: Coaching | undefined;

/** Takes over the coaching form, once. */
export function startCoaching(form: HTMLFormElement): Coaching {
  running ??= start(form);
  return running;
}

function start(form: HTMLFormElement): Coaching {
  const grade = form.elements.namedItem('grade') as HTMLSelectElement;
  const draft = keepFormDraft(form, 'coaching');
  const topic = (): Topic => {
    const { serviceId = null, serviceName = null } = grade.selectedOptions[0]?.dataset ?? {};
    return { id: serviceId, name: serviceName };
  };
  const showTopic = () => {
    const line = form.querySelector('[data-topic]') as HTMLElement;
    const { name } = topic();
    line.hidden = !name;
    (line.querySelector('b') as HTMLElement).textContent = name;
  };

  startForm(form, {
    check: checkEnquiry,
    submit: (values) => sendEnquiry('coaching', values, topic(), draft.startedAt()),
  });
  $enquiry.listen((state) => {
    if (state.state === 'sent') draft.discard();
    showState(form, state);
    showTopic();
  });
  grade.addEventListener('input', showTopic);
  form.parentElement?.querySelector('[data-again]')?.addEventListener('click', () => {
    startOver();
    (form.elements.namedItem('name') as HTMLElement).focus();
  });
  showTopic();
  return {
    choose(service) {
      if (serviceOf(grade.value) === service) return;
      grade.value = gradeOf(service) ?? '';
      grade.dispatchEvent(new Event('input', { bubbles: true }));
    },
  };
}
