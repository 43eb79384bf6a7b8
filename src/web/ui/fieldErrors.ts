import type { FieldErrors } from './form.ts';

/**
 * Shows each sentence at its field and removes outdated ones; a sentence that two fields share is shown once, at
 * the first. Its place is the element with the id `<form>-<name>-e`.
 */
export function showFieldErrors(form: HTMLFormElement, errors: FieldErrors): void {
  const shown = new Map<string, string>();
  for (const name of namesOf(form)) {
    const place = document.getElementById(`${form.id}-${name}-e`);
    if (!place) continue;
    const error = errors[name];
    const shownAt = error === undefined ? undefined : shown.get(error);
    if (error !== undefined && !shownAt) shown.set(error, place.id);
    place.hidden = error === undefined || shownAt !== undefined;
    place.role = null;
    (place.querySelector('span') as HTMLElement).textContent = place.hidden ? '' : (error ?? '');
    mark(markedFor(form, name), place.id, error === undefined ? undefined : (shownAt ?? place.id));
  }
}

/** Has the sentence of a field read out that has the focus already; elsewhere the moved focus does that. */
export function readOutError(form: HTMLFormElement, name: string): void {
  const place = document.getElementById(`${form.id}-${name}-e`);
  if (!place) return;
  place.role = 'alert';
  // Alerts are read when they come into the page.
  place.replaceWith(place);
}

/** The first of these fields, in the order of the form. */
export function findControl(form: HTMLFormElement, names: string[]): HTMLInputElement | undefined {
  return [...form.querySelectorAll<HTMLInputElement>('[name]')].find((control) => names.includes(control.name));
}

const namesOf = (form: HTMLFormElement) => [
  ...new Set([...form.querySelectorAll<HTMLInputElement>('[name]')].map((control) => control.name)),
];

/** The control to mark; of radio buttons the whole group. */
function markedFor(form: HTMLFormElement, name: string): HTMLElement | null {
  const control = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
  return control?.type === 'radio' ? control.closest('fieldset') : control;
}

/** Marks a control as wrong and binds it to the sentence at `shownAt`; without one, as right. */
function mark(control: HTMLElement | null, ownPlace: string, shownAt: string | undefined): void {
  if (!control) return;
  const before = control.dataset.errorAt ?? ownPlace;
  const described = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== before);
  if (shownAt) {
    described.push(shownAt);
    control.dataset.errorAt = shownAt;
  }
  control.ariaInvalid = shownAt ? 'true' : null;
  if (described.length) control.setAttribute('aria-describedby', described.join(' '));
  else control.removeAttribute('aria-describedby');
}
