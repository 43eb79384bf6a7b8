import { atom, onMount } from 'nanostores';
import type { AllEndpoints, Reply } from '../../contract/endpoints.ts';
import { adminCall } from './calls.ts';

type Counts = Reply<AllEndpoints['GET /api/admin/stats']>;

/** Numbers of the dashboard and the sidebar; undefined until known, the last known ones when asking fails. */
export const $stats = atom<Counts | undefined>();
/** Whether the last question went unanswered. */
export const $statsFailed = atom(false);

let askedAt = 0;

/** Asks anew. Screens call it after whatever changes a number. */
export async function refreshStats(): Promise<void> {
  askedAt = Date.now();
  try {
    $stats.set(await adminCall('GET /api/admin/stats'));
    $statsFailed.set(false);
  } catch {
    $statsFailed.set(true);
  }
}

/** Asks anew unless that was a moment ago: for every change of screen. */
export function refreshStaleStats(): void {
  if (Date.now() - askedAt > 15_000) void refreshStats();
}

onMount($stats, () => {
  const seen = () => document.visibilityState === 'visible' && refreshStaleStats();
  const timer = setInterval(seen, 60_000);
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
  };
});
