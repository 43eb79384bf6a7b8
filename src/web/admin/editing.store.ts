import { atom, type WritableAtom } from 'nanostores';
import { CallError } from '../http.ts';
import type { Form } from './form.store.ts';
import { mayLeave } from './unsaved.store.ts';

/** One form for a stored thing and for a new one, and what happens when two people save the same. */
export interface Editing<T> {
  /** What is in the form, as it was opened; undefined while a new one is written. */
  $stored: WritableAtom<T | undefined>;
  /** The same as somebody else saved it meanwhile. */
  $conflict: WritableAtom<T | undefined>;
  show(stored: T | undefined): void;
  /** An empty form: when the screen opens, and after a save or 'Vazgeç'. */
  startNew(): void;
  /** Fills the form and scrolls up to it (SPEC.md 2), after asking about what is unsaved there. */
  edit(stored: T): Promise<void>;
  /** Empties the form when what is in it was deleted. */
  leave(id: string): void;
  /** The other person's state into the form; what was typed goes. */
  takeTheirs(): void;
  /** Keeps what somebody else saved, when that is why saving failed; answers whether it was. */
  keepConflict(error: unknown): boolean;
}

/** `toValues` makes the form's values of what is stored. */
export function createEditing<T extends { id: string }, V extends Record<string, unknown>>(
  form: Form<V>,
  blank: V,
  toValues: (stored: T) => V,
): Editing<T> {
  const $stored = atom<T | undefined>();
  const $conflict = atom<T | undefined>();

  const show = (stored: T | undefined) => {
    $stored.set(stored);
    form.open(stored?.id ?? 'new', stored ? toValues(stored) : blank);
  };
  return {
    $stored,
    $conflict,
    show,
    startNew: () => show(undefined),
    async edit(stored) {
      if ($stored.get()?.id === stored.id || !(await mayLeave())) return;
      show(stored);
      scrollTo({ top: 0, behavior: 'smooth' });
    },
    leave(id) {
      if ($stored.get()?.id !== id) return;
      form.reset();
      show(undefined);
    },
    takeTheirs() {
      const theirs = $conflict.get();
      $conflict.set(undefined);
      if (!theirs) return;
      form.reset();
      show(theirs);
    },
    keepConflict(error) {
      const isOne = error instanceof CallError && error.code === 'edit_conflict';
      if (isOne) $conflict.set(error.body.current as T);
      return isOne;
    },
  };
}
