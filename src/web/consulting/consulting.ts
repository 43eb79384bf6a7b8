/** Paragraphs of a description, parted by blank lines. */
export const paragraphsOf = (description: string): string[] => description.split(/\n{2,}/);

/** What a card says of a service. */
export const firstParagraph = (description: string): string => paragraphsOf(description)[0] ?? '';
