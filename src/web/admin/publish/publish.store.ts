import { atom, onMount } from 'nanostores';
import type { PublishState, Release } from '../../../contract/publish.ts';
import { openStream } from '../../http.ts';
import { isUnanswered } from '../../sendOnce.ts';
import type { AsyncState } from '../../ui/asyncState.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminLoad, loadMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { withFailureToast } from '../failureToast.ts';
import { isNewer, publishedMessage } from './publish.ts';

/** The state of publishing, kept up to date by a stream; undefined until known. */
export const $publish = atom<PublishState | undefined>();
/** Why the state could not be loaded. */
export const $failure = atom<string | undefined>();
/** Releases and failed attempts, newest first. */
export const $releases = atom<AsyncState<Release[]>>({ state: 'idle' });

const reconnectDelayMs = 3000;

onMount($publish, () => {
  const leaving = new AbortController();
  void watchPublishing(leaving.signal);
  return () => leaving.abort();
});

async function watchPublishing(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await openStream('GET /api/admin/publish/events', onState, { signal }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, reconnectDelayMs));
  }
}

function onState(state: PublishState): void {
  const before = $publish.get();
  $publish.set(state);
  if (before && isNewer(state, before)) toast(publishedMessage(state));
  if (before && before.state !== state.state && $releases.get().state === 'loaded') void loadReleases();
}

/** Shows the state that a call answers with, unless the stream overtook the answer with a newer one. */
async function showReply(reply: Promise<PublishState>): Promise<void> {
  const before = $publish.get();
  const state = await reply;
  if ($publish.get() === before) $publish.set(state);
}

/** The reply of a change; where its answer was lost the present state, if `isDone` says that it went through. */
const findReply = (
  reply: Promise<PublishState>,
  isDone: (state: PublishState) => boolean | Promise<boolean>,
): Promise<PublishState> =>
  reply.catch(async (error) => {
    const state = isUnanswered(error) ? await adminCall('GET /api/admin/publish').catch(() => undefined) : undefined;
    if (!state || !(await isDone(state))) throw error;
    return state;
  });

/** Loads the state, which the stream cannot bring while it is refused, and says why it does not come. */
export async function loadPublish(): Promise<void> {
  $failure.set(undefined);
  await showReply(adminCall('GET /api/admin/publish')).catch((error) =>
    $failure.set(loadMessage(error, 'Yayın durumu alınamadı.')),
  );
}

/** Starts or joins the next release. */
export async function publishNow(): Promise<void> {
  await withFailureToast('Yayınlama başlatılamadı.', () => showReply(adminCall('POST /api/admin/publish')));
}

export async function setAutomatic(automatic: boolean): Promise<void> {
  const reply = adminCall('PUT /api/admin/publish/automatic', { body: { automatic } });
  const isDone = (state: PublishState) => state.automatic === automatic;
  await withFailureToast('Ayar kaydedilemedi.', () => showReply(findReply(reply, isDone)));
}

export const loadReleases = (): Promise<void> =>
  adminLoad($releases, 'Sürümler alınamadı.', () => adminCall('GET /api/admin/releases'));

/** Makes an earlier release live again, after asking. */
export async function restoreRelease({ id }: Release): Promise<void> {
  const text = 'Ziyaretçiler hemen bu sürümü görür. Siz yeniden yayınlayana dek böyle kalır; otomatik yayın kapatılır.';
  if (!(await confirm({ title: 'Bu sürüme dönülsün mü?', text, yes: 'Bu sürüme dön' }))) return;
  const reply = adminCall('POST /api/admin/releases/:id/restore', { params: { id } });
  const isDone = async () => {
    await loadReleases();
    const releases = $releases.get();
    return releases.state === 'loaded' && releases.value.some((one) => one.id === id && one.state === 'live');
  };
  await withFailureToast('Sürüme dönülemedi.', async () => {
    await showReply(findReply(reply, isDone));
    toast('Önceki sürüm yayında.');
  });
  await loadReleases();
}
