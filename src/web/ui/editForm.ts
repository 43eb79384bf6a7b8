import { computed, type ReadableAtom } from 'nanostores';
import { isSameJson } from '../../shared/json.ts';
import { CallError } from '../http.ts';
import { createEditDraft } from './editDraft.ts';
import { createForm, type FieldErrors, type Form, type Problem } from './form.ts';
import { markUnsaved } from './unsaved.ts';

/** What `save` gets: the values, and the means to report and stop an upload. */
export interface Submission<V> {
  values: V;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** A problem of saving; `conflict` is what somebody else saved meanwhile. */
interface EditProblem<T> extends Problem {
  conflict?: T;
}

/** A form of values that are saved, and saved again: `V` are its values, `T` the stored thing. */
export interface EditForm<V, T = never> extends Pick<Form<V, EditProblem<T>>, '$form' | 'change'> {
  /** Whether the values differ from the saved ones. */
  $dirty: ReadableAtom<boolean>;
  /**
   * Shows values. `key` (`new`, an id) names their draft among those of this form; `version` tells these saved values
   * from later ones.
   */
  open(key: string, values: V, version?: string | number): void;
  set<K extends keyof V>(field: K, value: V[K]): void;
  /** Says at a field why something cannot be its value, until other values are shown; undefined takes it away. */
  refuse(field: string, sentence: string | undefined): void;
  /**
   * Runs `work` after whatever is being prepared already, and hands its result to `apply`. Saving waits for it. Once
   * other values are shown nothing happens any more. Throws what `work` throws.
   */
  prepare<R>(work: () => Promise<R>, apply: (result: R) => void): Promise<void>;
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
  /** Keeps no draft: nothing may stay on the device. */
  noDraft?: boolean;
  /** Asks nothing on leaving: there is nothing to lose. */
  asksNothing?: boolean;
  /** Values hold groups and lists instead of files: compared by what they hold, and kept in drafts. */
  nested?: boolean;
  /** Fields with a number that others change too: a draft moves it by as much as it was changed. */
  counts?: (keyof V & string)[];
  /** What a draft can keep of the changed values; everything but files if not given. */
  toDraft?: (changed: Partial<V>) => Partial<V>;
}

const stoppedMessage = 'Yükleme durduruldu; hiçbir şey kaydedilmedi.';
/** What to say of a stopped save; the server may have saved what was sent to its end. */
const sayStopped = (progress: number | undefined) =>
  progress === 1
    ? 'Durduruldu, ama her şey gönderilmişti: kaydedilmiş olabilir. Yazdıklarınız yerinde duruyor.'
    : stoppedMessage;

/** A form whose changes are kept as a draft on this device until they are saved, and offered back. */
export function createEditForm<V extends Record<string, unknown>, T = never>(options: Options<V>): EditForm<V, T> {
  const {
    name,
    blank,
    check,
    failure,
    noDraft,
    asksNothing,
    nested = false,
    counts = [],
    toDraft = (changed) => changed,
  } = options;
  const form = createForm<V, EditProblem<T>>(blank, check);
  const { $form } = form;
  const isSame = (one: unknown, other: unknown) => one === other || (nested && isSameJson(one, other));
  const $dirty = computed($form, ({ values, saved }) =>
    Object.keys(values).some((field) => !isSame(values[field], saved[field])),
  );
  const draft = createEditDraft<V>({ read: $form.get, isSame, nested, counts, toDraft });
  let running: AbortController | undefined;
  let preparations = createQueue();

  const change: typeof form.change = (patch) => {
    form.change(patch);
    if (!asksNothing) markUnsaved(name, $dirty.get() || $form.get().preparing > 0);
  };
  const stop = () => {
    running?.abort();
    running = undefined;
    preparations = createQueue();
    markUnsaved(name, false);
  };
  /** Waits until nothing is being prepared; answers why saving cannot go on. */
  const settle = async (signal: AbortSignal): Promise<string | undefined> => {
    change({ sending: true });
    const failed = await Promise.race([preparations.settle(), onAbort(signal)]);
    if (running?.signal !== signal) return undefined;
    change({ sending: false });
    if (signal.aborted) return stoppedMessage;
    return failed ? 'Bir görsel hazırlanamadı; hiçbir şey kaydedilmedi.' : undefined;
  };

  return {
    $form,
    $dirty,
    change,
    open(key, values, version) {
      stop();
      draft.open(`${name}:${key}`, version);
      form.open(values);
      if (!noDraft) form.change({ draft: draft.find(values) });
    },
    set(field, value) {
      form.clearError(field as string);
      const { values, problem } = $form.get();
      change({ values: { ...values, [field]: value }, problem: { fields: problem.fields } });
      if (!noDraft) draft.writeSoon();
    },
    refuse(field, sentence) {
      form.clearError(field);
      const { problem } = $form.get();
      if (sentence) change({ problem: { ...problem, fields: { ...problem.fields, [field]: sentence } } });
    },
    async prepare(work, apply) {
      const mine = preparations;
      change({ preparing: mine.size() + 1 });
      try {
        await mine.run(async () => {
          if (mine !== preparations) return;
          const result = await work();
          if (mine === preparations) apply(result);
        });
      } catch (error) {
        if (mine === preparations) throw error;
      } finally {
        if (mine === preparations) change({ preparing: mine.size() });
      }
    },
    reset() {
      stop();
      draft.remove();
      form.open($form.get().saved);
    },
    restoreDraft() {
      const { values, draft: kept } = $form.get();
      change({ values: { ...values, ...kept }, version: draft.version(), draft: undefined });
    },
    discardDraft() {
      draft.remove();
      change({ draft: undefined });
    },
    async submit<R>(save: (submission: Submission<V>) => Promise<R>) {
      if ($form.get().sending) return undefined;
      // An unchanged form still offers its draft, which holds what this does not save.
      const keepsDraft = !$dirty.get() && $form.get().draft !== undefined;
      const mine = new AbortController();
      const { signal } = mine;
      const onProgress = (progress: number) => running === mine && change({ progress });
      let reply: R | undefined;
      running = mine;
      if (preparations.size()) {
        const message = await settle(signal);
        if (running !== mine) return undefined;
        if (message) {
          change({ problem: { fields: {}, message } });
          return undefined;
        }
      }
      await form.submit(async (values) => {
        try {
          reply = await save({ values, signal, onProgress });
        } catch (error) {
          const message = signal.aborted ? sayStopped($form.get().progress) : failure(error);
          if (!(error instanceof CallError)) return { fields: {}, message };
          const conflict = error.code === 'edit_conflict' ? (error.body.current as T) : undefined;
          // Another tab that saved may have written, and removed, a draft of its own in place of this one.
          if (conflict && running === mine && !noDraft) draft.write();
          return { fields: error.fields, message, conflict };
        }
      });
      if (running !== mine) return undefined;
      change({ progress: undefined });
      if (reply !== undefined && !keepsDraft) draft.remove();
      return reply;
    },
    cancel: () => running?.abort(),
    close: stop,
  };
}

const onAbort = (signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(true), { once: true }));

/** Runs pieces of work one after the other: a phone has no room for several large pictures at once. */
function createQueue() {
  let waiting = 0;
  let failures = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    size: () => waiting,
    run(work: () => Promise<void>): Promise<void> {
      waiting += 1;
      const mine = last.then(work).finally(() => {
        waiting -= 1;
      });
      last = mine.catch(() => {
        failures += 1;
      });
      return mine;
    },
    /** Waits until nothing is left, also of what comes meanwhile; answers whether a piece failed since. */
    async settle(): Promise<boolean> {
      const before = failures;
      for (let seen: unknown; seen !== last; ) {
        seen = last;
        await seen;
      }
      return failures > before;
    },
  };
}
