import { readDraft, writeDraft } from './draft.ts';
import type { Values } from './form.ts';
import { safeSessionStorage } from './storage.ts';

export interface FormDraft {
  /** When the visitor began to type, in milliseconds since 1970. */
  startedAt(): number;
  /** Removes the draft, once it is sent. */
  discard(): void;
}

const drafts = new WeakMap<HTMLFormElement, FormDraft>();

/**
 * Keeps what is typed into a form through a reload, a failed sending and a lost connection, without consents and hidden
 * fields. Kept for this tab alone: the next person at the computer must not read it. Comes with the page, before the
 * script that sends the form, so that typing need not wait for that. One form has one draft, however often it is kept.
 */
export function keepFormDraft(form: HTMLFormElement, name: string): FormDraft {
  const draft = drafts.get(form) ?? start(form, name);
  drafts.set(form, draft);
  return draft;
}

function start(form: HTMLFormElement, name: string): FormDraft {
  const kept = readDraft<Values>(safeSessionStorage, name);
  let startedAt = kept?.startedAt ?? Date.now();
  for (const control of controls(form)) {
    const value = kept?.values[control.name];
    if (value === undefined) continue;
    if (control.type === 'radio') (control as HTMLInputElement).checked = control.value === value;
    // Text typed before this script arrived is newer.
    else if (!control.value) control.value = value;
  }
  const save = () => {
    const typed = controls(form).filter((control) => control.type !== 'radio' || (control as HTMLInputElement).checked);
    const values = Object.fromEntries(typed.filter(({ value }) => value).map(({ name, value }) => [name, value]));
    writeDraft(safeSessionStorage, name, Object.keys(values).length ? values : undefined, startedAt);
  };
  form.addEventListener('input', save);
  // Keeps also what was typed while the page was loading, or put back by the browser.
  save();
  return {
    startedAt: () => startedAt,
    discard() {
      writeDraft(safeSessionStorage, name, undefined);
      startedAt = Date.now();
    },
  };
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controls = (form: HTMLFormElement) =>
  [...form.querySelectorAll<Control>('input[name]:not([type="checkbox"], [type="hidden"]), textarea, select')].filter(
    (control) => !control.closest('[aria-hidden="true"]'),
  );
