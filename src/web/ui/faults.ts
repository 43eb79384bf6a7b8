import type { Faults } from './form.ts';

/**
 * Puts each sentence at its field and takes it away where there is none; only at `names`, if given.
 * The sentence's place is the element with the id `<form>-<name>-e`.
 */
export function showFaults(form: HTMLFormElement, faults: Faults, names = namesOf(form)): void {
  for (const name of names) {
    const place = placeOf(form, name);
    if (!place) continue;
    const fault = faults[name];
    place.hidden = !fault;
    (place.querySelector('span') as HTMLElement).textContent = fault ?? '';
    const control = form.querySelector<HTMLInputElement>(`[name="${name}"]`);
    // Of a choice between buttons, the whole group is wrong.
    if (control) mark(control.type === 'radio' ? (control.closest('fieldset') ?? control) : control, place.id, fault);
  }
}

/** Whether a sentence stands at this field. */
export const hasFault = (form: HTMLFormElement, name: string): boolean => placeOf(form, name)?.hidden === false;

const placeOf = (form: HTMLFormElement, name: string) => document.getElementById(`${form.id}-${name}-e`);

/** The first of these fields, in the order of the form. */
export function findControl(form: HTMLFormElement, names: string[]): HTMLElement | undefined {
  return [...form.querySelectorAll<HTMLInputElement>('[name]')].find((control) => names.includes(control.name));
}

const namesOf = (form: HTMLFormElement) => [
  ...new Set([...form.querySelectorAll<HTMLInputElement>('[name]')].map((control) => control.name)),
];

function mark(control: HTMLElement, placeId: string, fault: string | undefined): void {
  const described = (control.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id && id !== placeId);
  if (fault) {
    control.setAttribute('aria-invalid', 'true');
    described.push(placeId);
  } else control.removeAttribute('aria-invalid');
  if (described.length) control.setAttribute('aria-describedby', described.join(' '));
  else control.removeAttribute('aria-describedby');
}
