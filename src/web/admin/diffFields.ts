/** A field as two people saved it. */
export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

/** The fields with a label that two people saved differently. */
export const diffFields = <L extends Record<string, string>, V extends { [F in keyof L]: unknown }>(
  labels: L,
  mine: V,
  theirs: Pick<V, keyof L>,
  toWords: (value: V[keyof L], field: keyof L) => string = String,
): Difference[] =>
  (Object.entries(labels) as [keyof L, string][])
    .map(([field, label]) => ({ label, mine: toWords(mine[field], field), theirs: toWords(theirs[field], field) }))
    .filter((field) => field.mine !== field.theirs);
