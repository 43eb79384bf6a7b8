import { CallError } from '../http.ts';
import type { Problem } from '../ui/form.ts';

/** What a refused call means for a form: the server's sentences, or `fallback` where it sent none. */
export function toProblem(error: unknown, fallback: string): Problem {
  if (!(error instanceof CallError)) return { fields: {}, message: fallback };
  const { fields, message } = error;
  return Object.keys(fields).length ? { fields } : { fields, message: message || fallback };
}
