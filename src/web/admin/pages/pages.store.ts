import { atom } from 'nanostores';
import type { ContentRow } from '../../../contract/content.ts';
import type { AsyncState } from '../../ui/asyncState.ts';
import { adminCall, adminLoad } from '../calls.ts';

/** All documents, with who changed them when. */
export const $rows = atom<AsyncState<ContentRow[]>>({ state: 'idle' });

export const loadRows = (): Promise<void> =>
  adminLoad($rows, 'Sayfalar alınamadı.', () => adminCall('GET /api/admin/content'));
