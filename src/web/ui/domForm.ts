import { findControl, readOutError, showFieldErrors } from './fieldErrors.ts';
import {
  createForm,
  type FieldErrors,
  type Form,
  type FormState,
  type Outcome,
  type Problem,
  readValues,
  type Values,
} from './form.ts';
import type { FormDraft } from './formDraft.ts';

interface Options {
  /** Rules that the markup cannot express. */
  check?: (values: Values) => FieldErrors;
  send: (values: Values) => Promise<Outcome>;
  /** Discarded once it is sent. */
  draft: FormDraft;
}

/**
 * Takes over a form of the page: its fields hold the values, its markup the rules (`required`, `type`) with their
 * sentences, and the thanks that take its place once it is sent.
 */
export function startForm(element: HTMLFormElement, { check, send, draft }: Options): Form<Values> {
  const findErrors = (values = readValues(element)) => ({ ...check?.(values), ...findMarkupErrors(element) });
  const form = createForm<Values>({}, findErrors);
  element.noValidate = true;
  for (const button of submitButtons(element)) button.disabled = false;
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    void form.submit(send, readValues(element));
  });
  // A field that was wrong is checked again while it is corrected; one that is still being typed is not.
  element.addEventListener('input', () => {
    const { problem } = form.$form.get();
    if (!Object.keys(problem.fields).length) return;
    const errors = Object.entries(findErrors()).filter(([name]) => name in problem.fields);
    form.change({ problem: { ...problem, fields: Object.fromEntries(errors) } });
  });
  form.$form.listen((state, before) => {
    show(element, state);
    if (state.rejections > (before?.rejections ?? 0)) focusProblem(element, state.problem);
    if (!state.done || state.done === before?.done) return;
    draft.discard();
    showThanks(element, state.done);
  });
  return form;
}

/** What breaks the rules in the markup, in the sentences the markup carries. */
function findMarkupErrors(form: HTMLFormElement): FieldErrors {
  const errors: FieldErrors = {};
  for (const control of form.elements) {
    if (!isControl(control) || !control.name || control.name in errors) continue;
    const { missing, wrong } = control.dataset;
    const blank = control.type !== 'radio' && control.type !== 'checkbox' && !control.value.trim();
    if (control.required && (control.validity.valueMissing || blank)) errors[control.name] = missing ?? '';
    else if (!control.validity.valid) errors[control.name] = wrong ?? control.validationMessage;
  }
  return errors;
}

const rootOf = (form: HTMLFormElement) => form.closest('dialog') ?? (form.parentElement as HTMLElement);
const noteOf = (form: HTMLFormElement) => form.querySelector('.note--err') as HTMLElement;

function show(form: HTMLFormElement, { sending, done, problem: { fields, message = '' } }: FormState<Values>): void {
  for (const button of submitButtons(form)) {
    button.dataset.label ??= button.textContent?.trim() ?? '';
    button.textContent = sending ? 'Yükleniyor...' : button.dataset.label;
    button.ariaBusy = button.ariaDisabled = sending ? 'true' : null;
  }
  for (const part of rootOf(form).querySelectorAll<HTMLElement>('[data-while]')) {
    part.hidden = (part.dataset.while === 'sent') !== Boolean(done);
  }
  const note = noteOf(form);
  note.hidden = !message;
  (note.querySelector('p') as HTMLElement).textContent = message;
  showFieldErrors(form, fields);
}

/** Moves the focus to the first wrong field, or to what is said about the whole form. */
function focusProblem(form: HTMLFormElement, { fields }: Problem): void {
  const control = findControl(form, Object.keys(fields));
  if (control && control === document.activeElement) readOutError(form, control.name);
  else (control ?? noteOf(form)).focus();
}

/** Shows the thanks, which have taken the place of the emptied form. */
function showThanks(form: HTMLFormElement, text: string): void {
  form.reset();
  const thanks = rootOf(form).querySelector('[data-while="sent"]') as HTMLElement;
  (thanks.querySelector('[data-text]') as HTMLElement).textContent = text;
  thanks.focus();
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (element: unknown): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/** Buttons outside the form too (`form="…"`), as in the foot of a dialog. */
const submitButtons = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is HTMLButtonElement => element instanceof HTMLButtonElement && element.type === 'submit',
  );
