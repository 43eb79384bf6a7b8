/** The first line of a mail; an account that was opened without a name has none to greet. */
export const greeting = (name: string): string => (name ? `Merhaba ${name},` : 'Merhaba,');
