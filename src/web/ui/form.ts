import { type FieldErrors, findControl, invalidFieldNames, showFieldErrors } from './fieldErrors.ts';

/** What was typed, by name. */
export type Values = Record<string, string>;

/** Where sending stands; `text` is what people read. */
export type FormState =
  | { state: 'idle' }
  | { state: 'sending' }
  | { state: 'sent'; text: string }
  | { state: 'failed'; text: string; fields: FieldErrors };

const readValues = (form: HTMLFormElement): Values =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** What breaks the rules in the markup (`required`, `type`), in the sentences the markup carries. */
function findErrors(form: HTMLFormElement): FieldErrors {
  const faults: FieldErrors = {};
  for (const control of form.elements) {
    if (!isControl(control) || !control.name || control.name in faults) continue;
    const { missing, wrong } = control.dataset;
    const blank = control.type !== 'radio' && control.type !== 'checkbox' && !control.value.trim();
    if (control.required && (control.validity.valueMissing || blank)) faults[control.name] = missing ?? '';
    else if (!control.validity.valid) faults[control.name] = wrong ?? control.validationMessage;
  }
  return faults;
}

/**
 * Takes over a form: checks it at submit, leads to the first wrong field, and otherwise hands over what was typed.
 * `check` adds rules the markup cannot say. While one sending runs, a second press does nothing.
 */
export function startForm(
  form: HTMLFormElement,
  { check = () => ({}), submit }: { check?: (values: Values) => FieldErrors; submit: (values: Values) => void },
): void {
  const findAll = () => ({ ...check(readValues(form)), ...findErrors(form) });
  form.noValidate = true;
  for (const button of submitButtons(form)) button.disabled = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.dataset.state === 'sending') return;
    const faults = findAll();
    showFieldErrors(form, faults);
    if (Object.keys(faults).length) findControl(form, Object.keys(faults))?.focus();
    else submit(readValues(form));
  });
  // What was wrong is looked at again while it is mended; what is still being typed is left in peace.
  form.addEventListener('input', () => {
    const names = invalidFieldNames(form);
    if (!names.length) return;
    const faults = Object.entries(findAll()).filter(([name]) => names.includes(name));
    showFieldErrors(form, Object.fromEntries(faults));
  });
}

/** Shows where sending stands: busy button, note, or the thanks in place of the form. */
export function showState(form: HTMLFormElement, state: FormState): void {
  const root = form.closest('dialog') ?? (form.parentElement as HTMLElement);
  const sent = state.state === 'sent';
  form.dataset.state = state.state;
  for (const button of submitButtons(form)) {
    button.dataset.label ??= button.textContent?.trim() ?? '';
    const busy = state.state === 'sending';
    button.textContent = busy ? 'Yükleniyor...' : button.dataset.label;
    button.ariaBusy = button.ariaDisabled = busy ? 'true' : null;
  }
  for (const part of root.querySelectorAll<HTMLElement>('[data-while]')) {
    part.hidden = (part.dataset.while === 'sent') !== sent;
  }
  const note = form.querySelector('.note--err') as HTMLElement;
  note.hidden = state.state !== 'failed';
  if (state.state === 'failed') {
    (note.querySelector('p') as HTMLElement).textContent = state.text;
    showFieldErrors(form, state.fields);
    (findControl(form, Object.keys(state.fields)) ?? note).focus();
  }
  if (sent) {
    form.reset();
    const thanks = root.querySelector('[data-while="sent"]') as HTMLElement;
    (thanks.querySelector('[data-text]') as HTMLElement).textContent = state.text;
    thanks.focus();
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/** The ones outside the form too (`form="…"`), as in a dialog's foot. */
const submitButtons = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is HTMLButtonElement => element instanceof HTMLButtonElement && element.type === 'submit',
  );
