import { atom, type ReadableAtom } from 'nanostores';
import { isSameJson } from '../../shared/json.ts';
import { CallError } from '../http.ts';
import { isUnanswered } from '../sendOnce.ts';
import { createEditForm, type EditForm, type Submission } from '../ui/editForm.ts';
import type { FieldErrors } from '../ui/form.ts';
import { toast } from '../ui/toast.ts';
import { confirmLeave } from './leave.store.ts';

/** A form for new and stored things `T` with the values `V`. */
export interface Editor<T, V> {
  form: EditForm<V, T>;
  /** The thing in the form as it is stored; undefined while a new one is written. */
  $stored: ReadableAtom<T | undefined>;
  /** Whether a try to save what is open got no answer: a conflict may be with what that try saved. */
  $unanswered: ReadableAtom<boolean>;
  /** Shows a stored thing, or an empty form. */
  show(stored: T | undefined): void;
  startNew(): void;
  /** Shows a stored thing and scrolls up to the form, after asking about unsaved changes. */
  edit(stored: T): Promise<void>;
  /** Empties the form if it shows this thing, which was deleted. */
  onDeleted(stored: T): void;
  save(): Promise<void>;
  /** Saves over what somebody else saved meanwhile. */
  overwrite(): Promise<void>;
  /** Shows what somebody else saved; what was typed is dropped. */
  discardMine(): void;
  /** Closes the question about a conflict; what was typed stays. */
  closeConflict(): void;
}

interface Options<T, V, R> {
  /** Names the form among all that keep drafts. */
  name: string;
  /** An empty form; settings have none, as their form opens once they are loaded. */
  blank?: V;
  toValues: (stored: T) => V;
  /** What was saved of `current`, without what changes by itself since it was opened; `toValues` if not given. */
  savedValues?: (current: T, opened: T) => V;
  check?: (values: V, stored: T | undefined) => FieldErrors;
  /** As in editForm.ts. */
  nested?: boolean;
  counts?: (keyof V & string)[];
  toDraft?: (changed: Partial<V>) => Partial<V>;
  /** The field that tells what is saved from what somebody else saves later; `updated_at` if not given. */
  version?: string;
  /** What to say when saving failed. */
  failure: (error: unknown) => string;
  /** Saves. `base` is the state to save over: `stored`, or what somebody else saved since. */
  send: (submission: Submission<V>, stored: T | undefined, base: T | undefined) => Promise<R>;
  afterSave: (saved: R, base: T | undefined) => void | Promise<void>;
}

/** Creates a form that opens stored things, and asks whose edit to keep when two people edited the same one. */
export function createEditor<T extends object, V extends Record<string, unknown>, R>(
  options: Options<T, V, R>,
): Editor<T, V> {
  const {
    name,
    blank = {} as V,
    toValues,
    savedValues = toValues,
    check,
    failure,
    nested,
    counts,
    toDraft,
    version = 'updated_at',
    send,
    afterSave,
  } = options;
  const $stored = atom<T | undefined>();
  const $unanswered = atom(false);
  const form = createEditForm<V, T>({
    ...{ name, blank, failure, nested, counts, toDraft },
    check: (values) => check?.(values, $stored.get()) ?? {},
  });

  const show = (stored: T | undefined) => {
    $stored.set(stored);
    $unanswered.set(false);
    if (stored) form.open(keyOf(stored), toValues(stored), (stored as Record<string, string | number>)[version]);
    else form.open('new', blank);
  };
  const isShown = (thing: T) => {
    const stored = $stored.get();
    return stored !== undefined && keyOf(stored) === keyOf(thing);
  };
  /** Says why saving failed; a conflict opens a dialog instead. Returns what to throw. */
  const report = (error: unknown, { aborted }: AbortSignal): unknown => {
    if (isConflict(error))
      return $unanswered.get() ? new CallError(error.status, { ...error.body, message: ownOrOther }) : error;
    if (isUnanswered(error)) $unanswered.set(true);
    if (!aborted) toast({ text: failure(error), tone: 'err' });
    return error;
  };
  const saveOver = async (base: T | undefined) => {
    const stored = $stored.get();
    const saved = await form.submit(async (submission) => {
      try {
        return await send(submission, stored, base);
      } catch (error) {
        // Saved by a try whose answer was lost, or by somebody with the same values. Not sent again: a changed stock
        // would count twice.
        const current = isConflict(error) ? (error.body.current as T) : undefined;
        if (current && stored && isSameJson(trimmed(savedValues(current, stored)), trimmed(submission.values)))
          return { message: 'Kaydedildi.', ...current } as unknown as R;
        throw report(error, submission.signal);
      }
    });
    if (saved !== undefined) await afterSave(saved, base);
  };
  const takeConflict = (): T | undefined => {
    const { problem } = form.$form.get();
    const { conflict, ...rest } = problem as typeof problem & { conflict?: T };
    if (conflict) form.change({ problem: rest });
    return conflict;
  };

  return {
    form,
    $stored,
    $unanswered,
    show,
    startNew: () => show(undefined),
    async edit(stored) {
      if (isShown(stored) || !(await confirmLeave())) return;
      show(stored);
      scrollTo({ top: 0, behavior: 'smooth' });
    },
    onDeleted(thing) {
      if (!isShown(thing)) return;
      form.reset();
      show(undefined);
    },
    save() {
      const stored = $stored.get();
      const restored = form.$form.get().version;
      // A restored draft is saved over what it began from, so that what others saved since is asked about.
      return saveOver(stored && restored !== undefined ? { ...stored, [version]: restored } : stored);
    },
    async overwrite() {
      const conflict = takeConflict();
      if (conflict) await saveOver(conflict);
    },
    discardMine() {
      const conflict = takeConflict();
      if (!conflict) return;
      form.reset();
      show(conflict);
    },
    closeConflict: () => void takeConflict(),
  };
}

const isConflict = (error: unknown): error is CallError => error instanceof CallError && error.code === 'edit_conflict';

const ownOrOther = 'Bu kayıt siz düzenlerken değişti; yanıtı gelmeyen denemeniz kaydedilmiş olabilir.';

/** Identifies a stored thing; settings exist once and have no id. */
const keyOf = (stored: object): string => ('id' in stored ? String(stored.id) : 'stored');

/** Values as saving stores them: texts with single blanks, and none at their ends. */
const trimmed = (values: object): unknown =>
  JSON.parse(JSON.stringify(values), (_, value) =>
    typeof value === 'string' ? value.replace(/[^\S\n]+/g, ' ').trim() : value,
  );
