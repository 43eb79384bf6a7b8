import { call } from '../http.ts';
import { showLegalChanges } from './legalChanges.ts';

/** Tells somebody who has just signed in which legal texts changed, once. Throws CallError. */
export async function tellLegalChanges(token: string): Promise<void> {
  const changed = await call('GET /api/me/legal-changes', undefined, { token });
  const until = changed.at(-1)?.published_at;
  if (!until) return;
  await showLegalChanges(changed);
  await call('POST /api/me/legal-changes', { body: { until } }, { token });
}
