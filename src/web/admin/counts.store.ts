import { atom, onMount } from 'nanostores';
import type { AllEndpoints, Reply } from '../../contract/endpoints.ts';
import { adminCall } from './calls.ts';

type Counts = Reply<AllEndpoints['GET /api/admin/stats']>;

/** Numbers of the dashboard and the sidebar; undefined until known, the last known ones when asking fails. */
export const $counts = atom<Counts | undefined>();
/** Whether the last question went unanswered. */
export const $countsFailed = atom(false);

let askedAt = 0;

/** Asks anew. Screens call it after whatever changes a number. */
export async function refreshCounts(): Promise<void> {
  askedAt = Date.now();
  try {
    $counts.set(await adminCall('GET /api/admin/stats'));
    $countsFailed.set(false);
  } catch {
    $countsFailed.set(true);
  }
}

/** Asks anew unless that was a moment ago: for every change of screen. */
export function refreshOldCounts(): void {
  if (Date.now() - askedAt > 15_000) void refreshCounts();
}

onMount($counts, () => {
  const seen = () => document.visibilityState === 'visible' && refreshOldCounts();
  const timer = setInterval(seen, 60_000);
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
});
