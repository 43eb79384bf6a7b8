import type { Field, KeyedField } from '../../../contract/contentFields.ts';
import { isSumSentence } from '../../../contract/contentText.ts';
import { isSameJson } from '../../../shared/json.ts';
import type { Difference } from '../diffFields.ts';
import { drawingLabel } from './drawings.ts';
import { labelAt, type Path } from './labels.ts';

// The words of a document as a tree: what stands at a path, what changed, and what two people changed at once.

export type Words = Record<string, unknown>;
/** How the API names a path. */
export const pathText = (path: Path): string => path.join('.');

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What stands at a path; undefined where nothing does. */
export const getIn = (tree: unknown, path: Path): unknown =>
  path.reduce((part, key) => (isTree(part) ? part[key as string] : undefined), tree);

/** A copy of `tree` with another value at a path. */
export function setIn<T>(tree: T, path: Path, value: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return value as T;
  if (Array.isArray(tree)) return tree.with(key as number, setIn(tree[key as number], rest, value)) as T;
  return { ...tree, [key]: setIn((tree as Words)[key], rest, value) };
}

/** The errors that stay when the field at `path` changes: without its own, those inside it and that of the total. */
export const errorsBeside = (errors: Record<string, string>, path: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([at, message]) => at !== path && !at.startsWith(`${path}.`) && !isSumSentence(message),
    ),
  );

/** Whether the field at `path`, or one in it, is named. */
export const holdsPath = (path: string, names: Iterable<string>): boolean =>
  [...names].some((name) => name === path || name.startsWith(`${path}.`));

/** What a new entry of a list starts with. */
export function blankOf({ kind, choices, max, fields, min = 0, item }: Field): unknown {
  if (kind === 'group')
    return Object.fromEntries((fields ?? []).flatMap((one) => (one.optional ? [] : [[one.key, blankOf(one)]])));
  if (kind === 'list') return Array.from({ length: min }, () => blankOf(item as Field));
  if (kind === 'number') return max;
  return choices?.[0]?.value ?? '';
}

/** The first words of a list's entry, which stand for it while it is folded. */
export function entryTitle(field: Field, entry: unknown): string {
  if (typeof entry === 'string') return entry;
  const named = field.fields?.find(({ kind }) => ['text', 'longtext'].includes(kind));
  const picture = field.fields?.find(({ kind }) => kind === 'picture');
  const words = named && getIn(entry, [named.key]);
  if (typeof words === 'string' && words) return words;
  return picture ? drawingLabel(String(getIn(entry, [picture.key]))) : '';
}

/** A value as it stands in a comparison: a text as it is, a list or a group by its texts, a picture by its name. */
export function valueText(field: Field, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (field.kind === 'group')
    return (field.fields ?? [])
      .filter(({ kind }) => kind !== 'id')
      .map((part) => valueText(part, getIn(value, [part.key])))
      .filter(Boolean)
      .join('\n');
  if (field.kind === 'list' && Array.isArray(value))
    return value.map((entry) => valueText(field.item as Field, entry)).join('\n');
  if (field.kind === 'picture') return drawingLabel(String(value));
  return field.choices?.find((choice) => choice.value === value)?.label ?? String(value);
}

/** Where two people, or two moments, differ. A list whose entries were added, deleted or moved is one difference. */
interface Change {
  path: Path;
  field: Field;
  before: unknown;
  after: unknown;
}

/** The fields that differ between two states of a document. */
export const changesOf = (fields: readonly KeyedField[], before: unknown, after: unknown): Change[] =>
  fields.flatMap((field) => changesIn(field, [field.key], getIn(before, [field.key]), getIn(after, [field.key])));

function changesIn(field: Field, path: Path, before: unknown, after: unknown): Change[] {
  if (isSameJson(before, after)) return [];
  if (field.kind === 'group' && isTree(before) && isTree(after))
    return (field.fields ?? []).flatMap((part) =>
      changesIn(part, [...path, part.key], before[part.key], after[part.key]),
    );
  if (field.kind === 'list' && hasSameEntries(before, after))
    return (before as unknown[]).flatMap((entry, index) =>
      changesIn(field.item as Field, [...path, index], entry, (after as unknown[])[index]),
    );
  return [{ path, field, before, after }];
}

/** Whether entries were only edited. Those with an id must stand where they were. */
function hasSameEntries(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return false;
  if (!before.every((entry, index) => getIn(entry, ['id']) === getIn(after[index], ['id']))) return false;
  const [old, present] = [before, after].map((list) => list.map((entry) => JSON.stringify(entry)).sort());
  // The same entries in another order were moved.
  return !isSameJson(old, present);
}

/** The differences as they are shown: `before` on the left. */
export const differencesOf = (fields: readonly KeyedField[], before: unknown, after: unknown): Difference[] =>
  changesOf(fields, before, after).map((change) => ({
    label: labelAt(fields, change.path),
    mine: valueText(change.field, change.before),
    theirs: valueText(change.field, change.after),
  }));

/** A field that two people changed, each to something else. */
export interface Clash {
  path: Path;
  field: Field;
  label: string;
  mine: unknown;
  theirs: unknown;
  before: unknown;
}

/** What two people made of the same words: `words` has the edits of both, and mine where they clash. */
export interface Merge {
  words: Words;
  clashes: Clash[];
}

/** Brings together what two people changed in `before`. Fields that only one of them changed are no question. */
export function mergeWords(fields: readonly KeyedField[], before: Words, mine: Words, theirs: Words): Merge {
  const mineChanges = changesOf(fields, before, mine);
  const clashes: Clash[] = [];
  // Theirs is where the work starts: what only they changed is there already.
  let words = theirs;
  for (const change of mineChanges) {
    const { path } = change;
    const [was, now] = [getIn(before, path), getIn(theirs, path)];
    const isFree = isSameJson(was, now) || isSameJson(now, change.after);
    if (!isFree || !canSet(before, theirs, path)) clashes.push(clashOf(fields, path, before, mine, theirs));
    else words = setIn(words, path, change.after);
  }
  const distinct = clashes.filter(
    ({ path }, index) => clashes.findIndex((other) => isSameJson(other.path, path)) === index,
  );
  for (const { path, mine: value } of distinct) words = setIn(words, path, value);
  return { words, clashes: distinct };
}

/** Whether all on the way to a path is there for both, and lists have the same entries: an index names the same one. */
const canSet = (before: unknown, theirs: unknown, path: Path): boolean => movedAt(before, theirs, path) === undefined;

/** What on the way to a path somebody else removed, or the list whose entries they moved, added or deleted. */
function movedAt(before: unknown, theirs: unknown, path: Path): Path | undefined {
  for (const [depth, key] of path.entries()) {
    const at = path.slice(0, depth);
    if (getIn(before, at) !== undefined && getIn(theirs, at) === undefined) return at;
    if (typeof key === 'number' && !isSameJson(getIn(before, at), getIn(theirs, at))) {
      if (!hasSameEntries(getIn(before, at), getIn(theirs, at))) return at;
    }
  }
  return undefined;
}

function clashOf(fields: readonly KeyedField[], path: Path, before: Words, mine: Words, theirs: Words): Clash {
  const at = movedAt(before, theirs, path) ?? path;
  return {
    path: at,
    field: fieldAt(fields, at),
    label: labelAt(fields, at),
    mine: getIn(mine, at),
    theirs: getIn(theirs, at),
    before: getIn(before, at),
  };
}

function fieldAt(fields: readonly KeyedField[], path: Path): Field {
  let field: Field = { label: '', kind: 'group', fields: [...fields] };
  for (const key of path)
    field = (field.kind === 'list' ? field.item : field.fields?.find((one) => one.key === key)) as Field;
  return field;
}
