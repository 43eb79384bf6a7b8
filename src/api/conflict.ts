import type { z } from 'zod';
import { ApiError } from './errors.ts';

/**
 * Refuses a stale edit: throws `edit_conflict` with the `current` object when it was changed after the form was opened.
 * `sent` is the `updated_at` the form was opened with; without one the edit is taken as it is. `shape` cuts the object
 * as that of a reply does.
 */
export async function assertUnchanged<Shape extends z.ZodType>(
  updatedAt: Date,
  sent: string | undefined,
  shape: Shape,
  current: () => z.output<Shape> | Promise<z.output<Shape>>,
): Promise<void> {
  if (sent === undefined || updatedAt.toISOString() === sent) return;
  throw new ApiError('edit_conflict', { current: shape.parse(await current()) });
}
