import { minFormTimeMs } from '../../shared/limits.ts';

/**
 * Whether a machine filled the form in: it wrote into the field people do not see, or was impossibly quick. Such a
 * message is answered like any other and kept nowhere, so that the machine learns nothing.
 */
export function looksAutomatic({ website, elapsed }: { website?: string; elapsed?: number }): boolean {
  return Boolean(website) || (elapsed !== undefined && elapsed < minFormTimeMs);
}
