import { atom, onMount } from 'nanostores';
import type { AllEndpoints, Reply } from '../../contract/endpoints.ts';
import { adminCall, adminPage } from './calls.ts';

type Stats = Reply<AllEndpoints['GET /api/admin/stats']> & { overdue_payments: number };

/** Numbers of the dashboard and the sidebar; undefined until loaded, the last ones when loading fails. */
export const $stats = atom<Stats | undefined>();
export const $statsFailed = atom(false);

let loadedAt = Number.NEGATIVE_INFINITY;

/** Loads the numbers. Screens call it after changes of what is counted. */
export async function refreshStats(): Promise<void> {
  loadedAt = performance.now();
  try {
    const [stats, overdue_payments] = await Promise.all([adminCall('GET /api/admin/stats'), countOverdue()]);
    $stats.set({ ...stats, overdue_payments });
    $statsFailed.set(false);
  } catch {
    $statsFailed.set(true);
  }
}

/** Counts the checkouts that should have been paid; the last number when that fails. */
async function countOverdue(): Promise<number> {
  try {
    return (await adminPage('GET /api/admin/checkouts', { query: { overdue: '1', page: 1, size: 1 } })).total;
  } catch {
    return $stats.get()?.overdue_payments ?? 0;
  }
}

/** Loads the numbers again after a failure, whose message is hidden meanwhile. */
export function retryStats(): Promise<void> {
  $statsFailed.set(false);
  return refreshStats();
}

/** Loads the numbers unless they are younger than 15 s. */
export function refreshStaleStats(): void {
  if (performance.now() - loadedAt > 15_000) void refreshStats();
}

onMount($stats, () => {
  const refreshVisible = () => document.visibilityState === 'visible' && refreshStaleStats();
  const timer = setInterval(refreshVisible, 60_000);
  document.addEventListener('visibilitychange', refreshVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', refreshVisible);
  };
});
