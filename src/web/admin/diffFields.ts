/** One field as two people left it. */
export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

/** Those where they differ. */
export const diffFields = (fields: Difference[]): Difference[] => fields.filter(({ mine, theirs }) => mine !== theirs);
