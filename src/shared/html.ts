const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for element content and for attributes in double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] as string);
