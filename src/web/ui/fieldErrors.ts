/** The sentence at each wrong field, by name. */
export type FieldErrors = Record<string, string>;

/**
 * Puts each sentence at its field and takes it away where there is none; a sentence that two fields share is said once,
 * at the first. Its place is the element with the id `<form>-<name>-e`.
 */
export function showFieldErrors(form: HTMLFormElement, faults: FieldErrors): void {
  const said = new Map<string, string>();
  for (const name of namesOf(form)) {
    const place = document.getElementById(`${form.id}-${name}-e`);
    if (!place) continue;
    const fault = faults[name];
    const saidAt = fault === undefined ? undefined : said.get(fault);
    if (fault !== undefined && !saidAt) said.set(fault, place.id);
    place.hidden = fault === undefined || saidAt !== undefined;
    (place.querySelector('span') as HTMLElement).textContent = place.hidden ? '' : (fault ?? '');
    mark(markedFor(form, name), place.id, fault === undefined ? undefined : (saidAt ?? place.id));
  }
}

/** The names of the fields that are marked as wrong. */
export const invalidFieldNames = (form: HTMLFormElement): string[] =>
  namesOf(form).filter((name) => markedFor(form, name)?.ariaInvalid === 'true');

/** The first of these fields, in the order of the form. */
export function findControl(form: HTMLFormElement, names: string[]): HTMLElement | undefined {
  return [...form.querySelectorAll<HTMLInputElement>('[name]')].find((control) => names.includes(control.name));
}

const namesOf = (form: HTMLFormElement) => [
  ...new Set([...form.querySelectorAll<HTMLInputElement>('[name]')].map((control) => control.name)),
];

/** Of a choice between buttons, the whole group is wrong. */
function markedFor(form: HTMLFormElement, name: string): HTMLElement | null {
  const control = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
  return control?.type === 'radio' ? control.closest('fieldset') : control;
}

/** Marks a control as wrong and binds it to the sentence at `saidAt`; without one, as right. */
function mark(control: HTMLElement | null, ownPlace: string, saidAt: string | undefined): void {
  if (!control) return;
  const before = control.dataset.saidAt ?? ownPlace;
  const described = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== before);
  if (saidAt) {
    described.push(saidAt);
    control.dataset.saidAt = saidAt;
  }
  control.ariaInvalid = saidAt ? 'true' : null;
  if (described.length) control.setAttribute('aria-describedby', described.join(' '));
  else control.removeAttribute('aria-describedby');
}
