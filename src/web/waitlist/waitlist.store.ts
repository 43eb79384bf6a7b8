import { atom } from 'nanostores';
import type { WaitlistEntry } from '../../contract/waitlist.ts';
import { call } from '../http.ts';
import { type AsyncState, loadInto } from '../ui/asyncState.ts';
import { refreshInto } from '../ui/refreshInto.ts';

/** The entries of whoever is signed in, newest first. */
export const $waitlist = atom<AsyncState<WaitlistEntry[]>>({ state: 'idle' });

export const loadWaitlist = (): Promise<void> =>
  loadInto($waitlist, () => call('GET /api/my-waitlist'), 'Bekleme listeniz alınamadı.');

/** Asks for the entries again; those that are shown stay where no answer comes. */
export const refreshWaitlist = (): Promise<void> => refreshInto($waitlist, () => call('GET /api/my-waitlist'));
