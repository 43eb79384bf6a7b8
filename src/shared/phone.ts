// Without the schema library, since forms on content pages import it.

// Blanks, brackets, dots, slashes, dashes, and invisible characters of copied numbers.
const punctuation = /[\s().\-/\u2010-\u2015\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Converts a phone number to E.164: Turkish ones as `05…`, `5…` or `+90…`, others with `+`. Null if it is none. */
export function toE164(value: string): string | null {
  const digits = value.replace(punctuation, '');
  const turkish = /^(?:\+90|0090|90|0)?([23458]\d{9})$/.exec(digits);
  if (turkish) return `+90${turkish[1]}`;
  return /^\+(?!90)[1-9]\d{7,14}$/.test(digits) ? digits : null;
}

/** Formats a stored Turkish number as `0532 111 22 33`; others stay as they are, none is empty. */
export const formatPhone = (e164: string | null): string =>
  (e164 ?? '').replace(/^\+90(\d{3})(\d{3})(\d{2})(\d{2})$/, '0$1 $2 $3 $4');
