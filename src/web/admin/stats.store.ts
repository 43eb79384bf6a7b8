import { atom, onMount } from 'nanostores';
import type { AllEndpoints, Reply } from '../../contract/endpoints.ts';
import { adminCall } from './calls.ts';

type Stats = Reply<AllEndpoints['GET /api/admin/stats']>;

/** Numbers of the dashboard and the sidebar; undefined until loaded, the last ones when loading fails. */
export const $stats = atom<Stats | undefined>();
/** Whether loading them failed last time. */
export const $statsFailed = atom(false);

let loadedAt = 0;

/** Loads the numbers. Screens call it after changes of what is counted. */
export async function refreshStats(): Promise<void> {
  loadedAt = Date.now();
  try {
    $stats.set(await adminCall('GET /api/admin/stats'));
    $statsFailed.set(false);
  } catch {
    $statsFailed.set(true);
  }
}

/** Loads the numbers unless they are younger than 15 s. */
export function refreshStaleStats(): void {
  if (Date.now() - loadedAt > 15_000) void refreshStats();
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
