import { atom } from 'nanostores';
import type { AllEndpoints, Reply } from '../../contract/endpoints.ts';
import { callPage } from '../http.ts';
import { type AsyncState, loadInto } from '../ui/asyncState.ts';

export type OwnEvent = Reply<AllEndpoints['GET /api/profile/security-events']>[number];

const size = 10;

/** The newest events of the account, and how many there are in all. */
export const $events = atom<AsyncState<{ rows: OwnEvent[]; total: number }>>({ state: 'idle' });

const loadPage = (page: number) => callPage('GET /api/profile/security-events', { query: { page, size } });
const failure = 'Son hareketler alınamadı.';

export const loadEvents = (): Promise<void> => loadInto($events, () => loadPage(1), failure);

/** Adds the next page; one that an event since then has moved to is not shown twice. */
export const loadMoreEvents = (): Promise<void> =>
  loadInto(
    $events,
    async () => {
      const state = $events.get();
      const shown = state.state === 'loaded' ? state.value.rows : [];
      const { rows, total } = await loadPage(Math.floor(shown.length / size) + 1);
      const ids = new Set(shown.map(({ id }) => id));
      return { rows: [...shown, ...rows.filter(({ id }) => !ids.has(id))], total };
    },
    failure,
  );
