import { ApiError } from './errors.ts';

/**
 * Refuses a stale edit: throws `edit_conflict` with the `current` object when it was changed after the form was opened.
 * `sent` is the `updated_at` the form was opened with; without one the edit is taken as it is.
 */
export async function assertUnchanged(
  updatedAt: Date,
  sent: string | undefined,
  current: () => unknown | Promise<unknown>,
): Promise<void> {
  if (sent === undefined || updatedAt.toISOString() === sent) return;
  throw new ApiError('edit_conflict', { current: await current() });
}
