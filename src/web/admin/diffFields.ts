/** A field as two people saved it. */
export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

/** The fields that two people saved differently. */
export const diffFields = (fields: Difference[]): Difference[] => fields.filter(({ mine, theirs }) => mine !== theirs);
