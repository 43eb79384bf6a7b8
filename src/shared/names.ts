/** Whether a text may be somebody's name: at least one letter of any alphabet, so no telephone number. */
export const isName = (text: string): boolean => /\p{L}/u.test(text);

/** Name and surname in one line; an account may have neither. */
export const joinName = ({ name, surname }: { name: string; surname: string }): string => `${name} ${surname}`.trim();
