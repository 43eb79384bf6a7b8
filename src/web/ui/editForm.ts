import { computed, type ReadableAtom } from 'nanostores';
import { CallError } from '../http.ts';
import { readDraft, writeDraft } from './draft.ts';
import { createForm, type FieldErrors, type Form, type Problem } from './form.ts';
import { safeLocalStorage } from './storage.ts';
import { markUnsaved } from './unsaved.ts';

/** What `save` gets: the values, and the means to report and stop an upload. */
export interface Submission<V> {
  values: V;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** A problem of saving; `conflict` is what somebody else saved meanwhile. */
export interface EditProblem<T> extends Problem {
  conflict?: T;
}

/** A form of values that are saved, and saved again: `V` are its values, `T` the stored thing. */
export interface EditForm<V, T = never> extends Pick<Form<V, EditProblem<T>>, '$form' | 'change'> {
  /** Whether the values differ from the saved ones. */
  $dirty: ReadableAtom<boolean>;
  /** Shows values; `key` (`new`, an id) tells their draft from others of the same form. */
  open(key: string, values: V): void;
  set<K extends keyof V>(field: K, value: V[K]): void;
  /** Goes back to the saved values. */
  reset(): void;
  restoreDraft(): void;
  discardDraft(): void;
  /** Answers the reply of `save`; undefined if a field is wrong, saving failed, or other values are shown by then. */
  submit<R>(save: (submission: Submission<V>) => Promise<R>): Promise<R | undefined>;
  /** Stops an upload. */
  cancel(): void;
  /** The form is no longer shown. Its draft stays. */
  close(): void;
}

interface Options<V> {
  /** Names the form among all that keep drafts. */
  name: string;
  blank: V;
  /** What is wrong before anything is sent. */
  check?: (values: V) => FieldErrors;
  /** What to say when saving failed. */
  failure: (error: unknown) => string;
  /** Keeps no draft and asks nothing on leaving: there is nothing to lose, or nothing may stay on the device. */
  noDraft?: boolean;
}

/** Milliseconds after the last change until the draft is written. */
const draftDelayMs = 400;

/** A form whose changes are kept as a draft on this device until they are saved, and offered back. */
export function createEditForm<V extends Record<string, unknown>, T = never>(options: Options<V>): EditForm<V, T> {
  const { name, blank, check, failure, noDraft = false } = options;
  const form = createForm<V, EditProblem<T>>(blank, check);
  const { $form } = form;
  const $dirty = computed($form, ({ values, saved }) =>
    Object.keys(values).some((field) => values[field] !== saved[field]),
  );
  let draftName = '';
  let writing: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  const change: typeof form.change = (patch) => {
    form.change(patch);
    if (!noDraft) markUnsaved(name, $dirty.get());
  };
  const writeSoon = () => {
    clearTimeout(writing);
    writing = setTimeout(() => {
      // Files cannot be stored.
      const plain = Object.entries($form.get().values).filter(([, value]) => typeof value !== 'object');
      if ($dirty.get()) writeDraft(safeLocalStorage, draftName, Object.fromEntries(plain));
    }, draftDelayMs);
  };
  const removeDraft = () => {
    clearTimeout(writing);
    writeDraft(safeLocalStorage, draftName, undefined);
  };
  /** The draft kept on this device, if it says anything new. */
  const findDraft = (values: V): Partial<V> | undefined => {
    const draft = readDraft<Partial<V>>(safeLocalStorage, draftName)?.values;
    const differs = Object.entries(draft ?? {}).some(([field, value]) => field in values && values[field] !== value);
    return differs ? draft : undefined;
  };
  const stop = () => {
    running?.abort();
    running = undefined;
    markUnsaved(name, false);
  };

  return {
    $form,
    $dirty,
    change,
    open(key, values) {
      clearTimeout(writing);
      stop();
      draftName = `${name}:${key}`;
      form.open(values);
      if (!noDraft) form.change({ draft: findDraft(values) });
    },
    set(field, value) {
      form.clearError(field as string);
      const { values, problem } = $form.get();
      change({ values: { ...values, [field]: value }, problem: { fields: problem.fields } });
      if (!noDraft) writeSoon();
    },
    reset() {
      removeDraft();
      form.open($form.get().saved);
      markUnsaved(name, false);
    },
    restoreDraft() {
      const { values, draft } = $form.get();
      change({ values: { ...values, ...draft }, draft: undefined });
    },
    discardDraft() {
      removeDraft();
      change({ draft: undefined });
    },
    async submit<R>(save: (submission: Submission<V>) => Promise<R>) {
      if ($form.get().sending) return undefined;
      const mine = new AbortController();
      const { signal } = mine;
      const onProgress = (progress: number) => running === mine && change({ progress });
      let reply: R | undefined;
      running = mine;
      await form.submit(async (values) => {
        try {
          reply = await save({ values, signal, onProgress });
        } catch (error) {
          const message = signal.aborted ? 'Yükleme durduruldu; hiçbir şey kaydedilmedi.' : failure(error);
          if (!(error instanceof CallError)) return { fields: {}, message };
          const conflict = error.code === 'edit_conflict' ? (error.body.current as T) : undefined;
          return { fields: error.fields, message, conflict };
        }
      });
      if (running !== mine) return undefined;
      change({ progress: undefined });
      if (reply !== undefined) removeDraft();
      return reply;
    },
    cancel: () => running?.abort(),
    close: stop,
  };
}
