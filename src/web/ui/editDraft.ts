import { readToken } from '../token.ts';
import { readDraft, writeDraft } from './draft.ts';
import { safeLocalStorage, safeSessionStorage, tabOwnerKey } from './storage.ts';

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

/** What is added to a form's name for the drafts of tabs and accounts that have it open beside each other. */
const places = ['', ':2', ':3', ':4', ':5'];

const readOwner = () => safeSessionStorage.readText(tabOwnerKey);

/**
 * The draft of an edit form on this device: the version it started from and only what was changed, as others may save
 * other fields meanwhile. It is offered to the account that wrote it.
 */
export function createEditDraft<V extends Record<string, unknown>>({
  read,
  isSame,
  nested,
  counts,
  toDraft,
}: Options<V>) {
  let form = '';
  /** Where this form found or wrote its draft. */
  let name = '';
  let opened: Version;
  let begun: Version;
  /** When the draft that this form found or wrote was changed; another one is of another tab. */
  let mine: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** In session storage: where this tab wrote its draft of the form, which it is offered first. */
  const tabKey = () => `draft:${form}`;
  const isFree = (place: string) => !readDraft(safeLocalStorage, place);
  const isMine = () => readDraft(safeLocalStorage, name)?.changedAt === mine;
  const isOffered = (place: string) => {
    const { base, changedAt } = readDraft(safeLocalStorage, place) ?? {};
    return changedAt !== undefined && (!base?.owner || base.owner === readOwner());
  };
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
    const before = Object.fromEntries(counts.map((field) => [field, saved[field]]));
    const base = { version, counts: before, owner: readOwner() };
    const draft = toDraft(Object.fromEntries(kept) as Partial<V>);
    // Words of another tab or account stay.
    if (!isFree(name) && !isMine()) name = places.map((place) => form + place).find(isFree) ?? name;
    writeDraft(safeLocalStorage, name, draft, Date.now(), base);
    // Where the storage is full the words written before stay, and stay this form's own.
    mine = readDraft(safeLocalStorage, name)?.changedAt;
    safeSessionStorage.writeText(tabKey(), name);
  };
  // Saves the last words of a page that is left right after typing; nothing after a sign-out.
  if (typeof addEventListener === 'function')
    addEventListener('pagehide', () => timer !== undefined && readToken() && write());

  return {
    /** Switches to another thing; nothing more is written for the one before. */
    open(draftName: string, version: Version): void {
      stop();
      form = draftName;
      opened = version;
    },
    /** The draft of what is opened, if it says anything that its values do not. */
    find(values: V): Partial<V> | undefined {
      const place = [safeSessionStorage.readText(tabKey()) ?? form, ...places.map((end) => form + end)].find(isOffered);
      name = place ?? form;
      const found = place === undefined ? undefined : readDraft<Record<string, unknown>>(safeLocalStorage, place);
      const { values: draft, base, changedAt } = found ?? {};
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
      if (isMine()) writeDraft(safeLocalStorage, name, undefined);
    },
  };
}
