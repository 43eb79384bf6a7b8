import type { AppContext } from '../context.ts';
import { type Limit, perNetwork } from './limits.service.ts';
import { networksOf } from './networks.ts';

/** Unknown codes, numbers and tokens that one network may try, all of them together. */
const unknownLimit: Limit = { name: 'unknown-token', points: 60, seconds: 3600 };

/**
 * Counts one code, number or token that names nothing; call it only once it was looked up, so that a known one is never
 * refused. Throws `too_many_requests`.
 */
export const countUnknown = ({ limits }: Pick<AppContext, 'limits'>, ip: string): Promise<void> =>
  limits.consumeAll(perNetwork(unknownLimit, networksOf(ip)));
