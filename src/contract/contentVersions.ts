import { type ContentName, contentDocuments, isLegal, parseWords } from './contentDocuments.ts';

/** Turns words of one version of a schema into those of the next. Pure: rows of the database stay as they are. */
type Upcaster = (data: Record<string, unknown>) => Record<string, unknown>;

/**
 * The steps from version 1 of each schema to the present one. Whoever changes what a schema stores adds a step here and
 * a fixture of the version before to tests/fixtures/words; revisions of every version open for ever.
 */
const upcasters: Partial<Record<ContentName | 'legal', readonly Upcaster[]>> = {};

const stepsOf = (name: ContentName): readonly Upcaster[] => upcasters[isLegal(name) ? 'legal' : name] ?? [];

/** The version in which a document is stored now. */
export const schemaVersion = (name: ContentName): number => stepsOf(name).length + 1;

/** Applies the steps that `version` lacks. */
export const upcast = (steps: readonly Upcaster[], data: Record<string, unknown>, version: number) =>
  steps.slice(version - 1).reduce((words, step) => step(words), data);

/**
 * Opens stored words of any version, in the order of the present schema. Words that a newer limit would refuse are
 * opened as they are: the form shows what is wrong when they are saved.
 */
export function openWords(name: ContentName, data: unknown, version: number): Record<string, unknown> {
  const present = upcast(stepsOf(name), data as Record<string, unknown>, version);
  return parseWords(name, present).words ?? present;
}

/** Whether words can be imported: a version this product does not know is newer than the product. */
export const isKnownVersion = (name: ContentName, version: number): boolean =>
  Number.isInteger(version) && version >= 1 && version <= schemaVersion(name);

export const isContentName = (name: string): name is ContentName => Object.hasOwn(contentDocuments, name);
