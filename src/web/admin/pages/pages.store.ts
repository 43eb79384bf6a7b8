import { atom } from 'nanostores';
import type { ContentRow } from '../../../contract/content.ts';
import { type AsyncState, loadInto } from '../../ui/asyncState.ts';
import { adminCall, loadMessage } from '../calls.ts';

/** All documents, with who changed them when. */
export const $rows = atom<AsyncState<ContentRow[]>>({ state: 'idle' });

export const loadRows = (): Promise<void> =>
  loadInto(
    $rows,
    () => adminCall('GET /api/admin/content'),
    (error) => loadMessage(error, 'Sayfalar alınamadı.'),
  );
