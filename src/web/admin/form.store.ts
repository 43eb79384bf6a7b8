import { atom, computed, type ReadableAtom } from 'nanostores';
import { CallError } from '../http.ts';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';
import { markUnsaved } from './unsaved.store.ts';

export interface FormState<V> {
  values: V;
  /** As opened or last saved: what 'Vazgeç' goes back to. */
  saved: V;
  /** How often it was refused for what a field holds: each time the first such field gets the focus. */
  refusals: number;
  /** Sentence by field. */
  errors: Partial<Record<keyof V | string, string>>;
  /** Why it could not be saved as a whole. */
  failure: string | undefined;
  busy: boolean;
  /** Share of the upload that is on its way. */
  progress: number | undefined;
  /** What this device kept from before, to be offered back. */
  draft: Partial<V> | undefined;
}

/** What saving is given. */
export interface Saving<V> {
  values: V;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

export interface Form<V> {
  $form: ReadableAtom<FormState<V>>;
  $dirty: ReadableAtom<boolean>;
  /** Shows values under a key of their own (`new`, an id), under which a draft is kept and found. */
  open(key: string, values: V): void;
  set<K extends keyof V>(field: K, value: V[K]): void;
  /** Back to what is saved. */
  reset(): void;
  takeDraft(): void;
  leaveDraft(): void;
  /** Runs `save` unless `check` finds a field wrong or it runs already. Answers what it answered, or undefined. */
  submit<R>(save: (saving: Saving<V>) => Promise<R>): Promise<R | undefined>;
  /** Stops an upload on its way. */
  cancel(): void;
  /** The screen is left: nothing is unsaved any more (the draft stays). */
  close(): void;
}

interface Options<V> {
  /** Name of the form among all drafts. */
  room: string;
  blank: V;
  /** What is wrong before anything is sent, by field. */
  check?: (values: V) => Partial<Record<keyof V, string>>;
  /** What to say when saving failed. */
  failure: (error: unknown) => string;
  /** Nothing to lose, or nothing that may stay on the device: no draft is kept and nobody is held back. */
  fleeting?: boolean;
}

/** The state of one form: values, errors, unsaved changes, draft, upload. */
export function createForm<V extends Record<string, unknown>>(options: Options<V>): Form<V> {
  const { room, blank, check, failure, fleeting = false } = options;
  const fresh = (values: V): FormState<V> => ({
    values,
    saved: values,
    refusals: 0,
    errors: {},
    failure: undefined,
    busy: false,
    progress: undefined,
    draft: undefined,
  });
  const $form = atom(fresh(blank));
  const $dirty = computed($form, ({ values, saved }) =>
    Object.keys(values).some((field) => values[field] !== saved[field]),
  );
  let key = 'new';
  let keeping: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  const change = (patch: Partial<FormState<V>>) => {
    $form.set({ ...$form.get(), ...patch });
    if (!fleeting) markUnsaved(room, $dirty.get());
  };
  const forget = () => {
    clearTimeout(keeping);
    dropDraft(room, key);
  };

  return {
    $form,
    $dirty,
    open(name, values) {
      clearTimeout(keeping);
      running?.abort();
      running = undefined;
      key = name;
      $form.set({ ...fresh(values), draft: fleeting ? undefined : readDraft(room, key, values) });
      markUnsaved(room, false);
    },
    set(field, value) {
      const { values, errors } = $form.get();
      const { [field]: _, ...others } = errors as Record<keyof V, string>;
      change({ values: { ...values, [field]: value }, errors: others as FormState<V>['errors'], failure: undefined });
      clearTimeout(keeping);
      if (!fleeting) keeping = setTimeout(() => $dirty.get() && keepDraft(room, key, $form.get().values), 400);
    },
    reset() {
      forget();
      change(fresh($form.get().saved));
    },
    takeDraft() {
      const { values, draft } = $form.get();
      change({ values: { ...values, ...draft }, draft: undefined });
    },
    leaveDraft() {
      forget();
      change({ draft: undefined });
    },
    async submit(save) {
      const { values, busy, refusals } = $form.get();
      if (busy) return undefined;
      const errors = check?.(values) ?? {};
      if (Object.keys(errors).length) {
        change({ errors, failure: undefined, refusals: refusals + 1 });
        return undefined;
      }
      const mine = new AbortController();
      running = mine;
      change({ busy: true, errors: {}, failure: undefined, progress: undefined });
      try {
        const reply = await save({
          values,
          signal: mine.signal,
          onProgress: (progress) => running === mine && change({ progress }),
        });
        // The form shows something else by now, or nobody: the answer is not about it.
        if (running !== mine) return undefined;
        forget();
        // What came while it was under way was not sent: it stays, unsaved.
        change({ ...fresh(values), values: $form.get().values });
        return reply;
      } catch (error) {
        if (running !== mine) return undefined;
        const stopped = mine.signal.aborted;
        change({
          busy: false,
          progress: undefined,
          refusals: refusals + 1,
          errors: error instanceof CallError ? (error.fields as FormState<V>['errors']) : {},
          failure: stopped ? 'Yükleme durduruldu; hiçbir şey kaydedilmedi.' : failure(error),
        });
        return undefined;
      }
    },
    cancel: () => running?.abort(),
    close() {
      running?.abort();
      running = undefined;
      markUnsaved(room, false);
    },
  };
}
