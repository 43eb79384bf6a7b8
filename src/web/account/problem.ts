import type { ErrorCode } from '../../contract/errors.ts';
import { CallError } from '../http.ts';
import type { Problem } from '../ui/form.ts';
import { StorageError } from './device.ts';

export const errorCode = (error: unknown): ErrorCode | null => (error instanceof CallError ? error.code : null);

export const signInFailed = 'Giriş başarısız oldu.';

/**
 * What a failed call means for a form: the server's errors at its fields, or else its message, or `fallback`.
 * The message of an error in `fieldOf` is shown at that field.
 */
export function toProblem(error: unknown, fallback: string, fieldOf: Partial<Record<ErrorCode, string>> = {}): Problem {
  if (error instanceof StorageError) return { fields: {}, message: error.message };
  if (!(error instanceof CallError)) return { fields: {}, message: fallback };
  const message = error.message || fallback;
  const field = error.code && fieldOf[error.code];
  if (field) return { fields: { [field]: message } };
  return Object.keys(error.fields).length ? { fields: error.fields } : { fields: {}, message };
}
