import { startForm } from '../ui/domForm.ts';
import { keepFormDraft } from '../ui/formDraft.ts';
import { sendEnquiry } from './enquiries.store.ts';
import { checkEnquiry, gradeOf, serviceOf, type Topic } from './enquiries.ts';

interface CoachingForm {
  /** Selects a service by its first grade. */
  choose(service: string): void;
}

let running: CoachingForm | undefined;

/** Starts the coaching form, once. */
export function startCoachingForm(form: HTMLFormElement): CoachingForm {
  running ??= start(form);
  return running;
}

function start(element: HTMLFormElement): CoachingForm {
  const grade = element.elements.namedItem('grade') as HTMLSelectElement;
  const draft = keepFormDraft(element, 'coaching');
  const topic = (): Topic => {
    const id = serviceOf(grade.value) ?? null;
    // The programme as the page names it above.
    return { id, name: (id && document.querySelector(`#${id} summary`)?.textContent?.trim()) || null };
  };
  const showTopic = () => {
    const line = element.querySelector('[data-topic]') as HTMLElement;
    const { name } = topic();
    line.hidden = !name;
    (line.querySelector('b') as HTMLElement).textContent = name;
  };

  const form = startForm(element, {
    check: checkEnquiry,
    draft,
    send: (values) => sendEnquiry('coaching', values, topic(), draft.startedAt()),
  });
  // After sending, the form is empty again.
  form.$form.listen(showTopic);
  grade.addEventListener('input', showTopic);
  element.parentElement?.querySelector('[data-again]')?.addEventListener('click', () => {
    form.open({});
    (element.elements.namedItem('name') as HTMLElement).focus();
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
