/** A code as somebody typed it: blanks, hyphens and case do not matter. */
export const cleanCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
