import { readToken } from '../token.ts';
import { readDraft, writeDraft } from './draft.ts';
import { safeLocalStorage } from './storage.ts';

type Version = string | number | undefined;

interface Options<V> {
  /** The form as it is now; `version` is what its values were changed from, if not the opened one. */
  read(): { values: V; saved: V; version?: Version };
  isSame(one: unknown, other: unknown): boolean;
  /** Values hold groups and lists, which are kept; other objects are files, which cannot be stored. */
  nested: boolean;
  /** Fields with a number that others change too: a draft moves it by as much as it was changed. */
  counts: (keyof V & string)[];
  /** What can be kept of the changed values. */
  toDraft(changed: Partial<V>): Partial<V>;
}

/** Milliseconds after the last change until the draft is written. */
const delayMs = 400;

/**
 * The draft of an edit form on this device: the version it started from and only what was changed, as others may save
 * other fields meanwhile.
 */
export function createEditDraft<V extends Record<string, unknown>>({
  read,
  isSame,
  nested,
  counts,
  toDraft,
}: Options<V>) {
  let name = '';
  let opened: Version;
  let begun: Version;
  /** When the draft that this form found or wrote was changed; another one is of another tab. */
  let mine: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const write = () => {
    stop();
    const { values, saved, version = opened } = read();
    const changed = Object.entries(values).filter(([field, value]) => !isSame(value, saved[field]));
    if (!changed.length) return;
    const kept = changed.filter(([, value]) => nested || typeof value !== 'object');
    const base = { version, counts: Object.fromEntries(counts.map((field) => [field, saved[field]])) };
    const draft = toDraft(Object.fromEntries(kept) as Partial<V>);
    mine = writeDraft(safeLocalStorage, name, draft, Date.now(), base);
  };
  // Saves the last words of a page that is left right after typing; nothing after a sign-out.
  if (typeof addEventListener === 'function')
    addEventListener('pagehide', () => timer !== undefined && readToken() && write());

  return {
    /** Switches to another thing; nothing more is written for the one before. */
    open(draftName: string, version: Version): void {
      stop();
      name = draftName;
      opened = version;
    },
    /** The draft of what is opened, if it says anything that its values do not. */
    find(values: V): Partial<V> | undefined {
      const { values: draft, base, changedAt } = readDraft<Record<string, unknown>>(safeLocalStorage, name) ?? {};
      begun = base?.version;
      mine = changedAt;
      // One without a version holds also what was not changed, as it was saved then.
      if (!draft || (opened !== undefined && begun === undefined)) return undefined;
      for (const field of counts) {
        const before = base?.counts?.[field];
        if (draft[field] && before !== undefined)
          draft[field] = String(Math.max(0, Number(values[field]) + Number(draft[field]) - Number(before)));
      }
      const differs = Object.entries(draft).some(([field, value]) => field in values && !isSame(values[field], value));
      return differs ? (draft as Partial<V>) : undefined;
    },
    /** The version that the found draft was changed from. */
    version: (): Version => begun,
    writeSoon(): void {
      stop();
      timer = setTimeout(write, delayMs);
    },
    write,
    remove(): void {
      stop();
      if (readDraft(safeLocalStorage, name)?.changedAt === mine) writeDraft(safeLocalStorage, name, undefined);
    },
  };
}
