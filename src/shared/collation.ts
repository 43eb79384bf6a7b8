/** Compares texts as people sort them: by the Turkish alphabet, numbers by their value. */
export const { compare } = new Intl.Collator('tr', { numeric: true });
