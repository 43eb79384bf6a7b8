import { atom } from 'nanostores';
import type { RevisionRow } from '../../../contract/content.ts';
import type { ContentName } from '../../../contract/contentDocuments.ts';
import { serverNow } from '../../serverClock.ts';
import { beginRequest } from '../../ui/asyncState.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, errorMessage } from '../calls.ts';
import { confirmRestore } from '../leave.store.ts';
import { refreshSetup } from '../setup/setup.store.ts';
import { $warnings, editor, type Page } from './editPage.store.ts';
import type { Words } from './words.ts';

/** How many revisions are listed. */
const size = 30;

interface ChosenRevision extends RevisionRow {
  data: Words;
  /** The words before it; undefined for the first revision. */
  before: Words | undefined;
}

interface Shown {
  /** Undefined while they load. */
  rows?: RevisionRow[];
  total?: number;
  chosen?: ChosenRevision;
  failure?: string;
}

/** The revisions of the page in the form; undefined while nobody looks at them. */
export const $revisions = atom<Shown | undefined>();

export const closeRevisions = (): void => $revisions.set(undefined);

const paramsOf = ({ name }: Page) => ({ name: name as ContentName });

export async function openRevisions(page: Page): Promise<void> {
  $revisions.set({});
  await show('Geçmiş alınamadı.', async () => {
    const { rows, total } = await adminPage('GET /api/admin/content/:name/revisions', {
      params: paramsOf(page),
      query: { page: 1, size },
    });
    return { rows, total };
  });
}

/** Loads a revision and the one before it, so that what was changed then can be shown. */
export const chooseRevision = (page: Page, revision: number): Promise<void> =>
  show('Bu sürüm alınamadı.', async () => {
    const read = (n: number) =>
      adminCall('GET /api/admin/content/:name/revisions/:n', { params: { ...paramsOf(page), n: String(n) } });
    const [chosen, before] = await Promise.all([read(revision), revision > 1 ? read(revision - 1) : undefined]);
    return { chosen: { ...chosen, before: before?.data } };
  });

async function show(failure: string, load: () => Promise<Shown>): Promise<void> {
  const isNewest = beginRequest($revisions);
  const before = $revisions.get();
  // A failure is taken back, so that the next one is said, too.
  if (before) $revisions.set({ ...before, failure: undefined });
  const result = await load().catch((error): Shown => ({ failure: errorMessage(error, failure) }));
  const shown = $revisions.get();
  if (shown && isNewest()) $revisions.set({ ...shown, failure: undefined, ...result });
}

/** Makes the words of a revision the newest ones, after asking about unsaved changes. */
export async function restoreRevision(page: Page, revision: number): Promise<void> {
  if (!(await confirmRestore(editor.form))) return;
  await show('Bu sürüme dönülemedi.', async () => {
    const saved = await adminCall('POST /api/admin/content/:name/revisions/:n/restore', {
      params: { ...paramsOf(page), n: String(revision) },
    });
    void refreshSetup();
    toast('Önceki sürüme dönüldü. Site bir sonraki yayında yenilenir.');
    if (editor.$stored.get()?.id !== page.id) return {};
    closeRevisions();
    editor.form.reset();
    editor.show({ ...page, revision: saved.revision, data: saved.data, updated_at: serverNow().toISOString() });
    $warnings.set(saved.warnings);
    return {};
  });
}
