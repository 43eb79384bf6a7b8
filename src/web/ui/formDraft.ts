import { safeSessionStorage } from './storage.ts';

/** What somebody began to type, until it is sent. */
export interface FormDraft {
  /** When they began, in milliseconds since 1970. */
  startedAt(): number;
  /** Once it is sent. */
  discard(): void;
}

const drafts = new WeakMap<HTMLFormElement, FormDraft>();

/**
 * Keeps what is typed into a form through a reload, a failed sending and a lost connection. In the tab's own storage
 * and gone with the tab: whoever uses the computer next must not read it. Consents are never kept, nor hidden fields.
 * Small enough to come with the page, before the script that sends the form: nobody waits for that to begin typing.
 * Asked again for the same form it answers the same draft.
 */
export function keepFormDraft(form: HTMLFormElement, name: string): FormDraft {
  const draft = drafts.get(form) ?? start(form, name);
  drafts.set(form, draft);
  return draft;
}

function start(form: HTMLFormElement, name: string): FormDraft {
  const key = `draft:${name}`;
  const kept = read(key);
  let startedAt = kept?.startedAt ?? Date.now();
  for (const control of controls(form)) {
    const value = kept?.values[control.name];
    if (value === undefined) continue;
    if (control.type === 'radio') (control as HTMLInputElement).checked = control.value === value;
    // Typed before this script arrived: the newer words win.
    else if (!control.value) control.value = value;
  }
  const save = () => {
    const typed = controls(form).filter((control) => control.type !== 'radio' || (control as HTMLInputElement).checked);
    const values = Object.fromEntries(typed.filter(({ value }) => value).map(({ name, value }) => [name, value]));
    write(key, Object.keys(values).length ? { startedAt, values } : undefined);
  };
  form.addEventListener('input', save);
  // What stood there before anybody listened: typed while the page was loading, or put back by the browser.
  save();
  return {
    startedAt: () => startedAt,
    discard() {
      write(key, undefined);
      startedAt = Date.now();
    },
  };
}

interface Kept {
  startedAt: number;
  values: Record<string, string>;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const controls = (form: HTMLFormElement) =>
  [...form.querySelectorAll<Control>('input[name]:not([type="checkbox"], [type="hidden"]), textarea, select')].filter(
    (control) => !control.closest('[aria-hidden="true"]'),
  );

function read(key: string): Kept | undefined {
  const kept = safeSessionStorage.readJson<Kept>(key);
  return typeof kept?.startedAt === 'number' && kept.values ? kept : undefined;
}

const write = (key: string, kept: Kept | undefined) => safeSessionStorage.writeJson(key, kept);
