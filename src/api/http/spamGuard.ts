import { minFormTimeMs } from '../../shared/limits.ts';

/**
 * Whether a bot filled in the form: it wrote into the field people do not see, or was too fast. Callers answer such a
 * message like any other but do not store it, so that the bot learns nothing.
 */
export function looksAutomatic({ website, elapsed }: { website?: string; elapsed?: number }): boolean {
  return Boolean(website) || (elapsed !== undefined && elapsed < minFormTimeMs);
}
