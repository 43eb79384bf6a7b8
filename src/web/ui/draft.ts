import type { SafeStorage } from './storage.ts';

/** What was typed into a form and not sent yet; moments in milliseconds since 1970. */
interface StoredDraft<V> {
  values: V;
  startedAt: number;
  changedAt: number;
  /** What the values were changed from, where a form keeps it (editDraft.ts). */
  base?: DraftBase;
}

/** What was saved when a draft was written. */
interface DraftBase {
  version?: string | number;
  /** Numbers that others change too, by field. */
  counts?: Record<string, unknown>;
  /** Id of the account that wrote it. */
  owner?: string | null;
}

// Not `dayMs`: importing it would bring all of shared/time.ts into the scripts of public pages.
const lifetimeMs = 30 * 24 * 3_600_000;

/** The draft kept under a form's name, unless it is too old. */
export function readDraft<V>(storage: SafeStorage, name: string): StoredDraft<V> | undefined {
  const draft = storage.readJson<StoredDraft<V>>(`draft:${name}`);
  return draft?.values && Date.now() - draft.changedAt < lifetimeMs ? draft : undefined;
}

/** Keeps what was typed; undefined removes the draft. */
export function writeDraft<V>(
  storage: SafeStorage,
  name: string,
  values: V | undefined,
  startedAt: number = Date.now(),
  base?: DraftBase,
): void {
  storage.writeJson(`draft:${name}`, values && { values, startedAt, changedAt: Date.now(), base });
}
