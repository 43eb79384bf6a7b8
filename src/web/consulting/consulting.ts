/** Splits a description at its blank lines. */
export const paragraphsOf = (description: string): string[] => description.split(/\n{2,}/);

/** The part of a description that a card shows. */
export const firstParagraph = (description: string): string => paragraphsOf(description)[0] ?? '';
