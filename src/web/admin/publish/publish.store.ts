import { atom, onMount } from 'nanostores';
import type { PublishState, Release } from '../../../contract/publish.ts';
import { openStream } from '../../http.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, sentenceOf } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { isNewer, liveNews } from './publish.ts';

/** Where publishing stands, as it changes; undefined until known. */
export const $publish = atom<PublishState | undefined>();
/** Releases and failed attempts, newest first; undefined until known. */
export const $releases = atom<Release[] | undefined>();
/** Why they could not be read. */
export const $releasesFailure = atom<string | undefined>();

/** A connection that ended is opened again after this long. */
const pause = 3000;

onMount($publish, () => {
  const leaving = new AbortController();
  void keepFollowing(leaving.signal);
  return () => leaving.abort();
});

async function keepFollowing(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await openStream('GET /api/admin/publish/events', hear, { signal }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function hear(state: PublishState): void {
  const before = $publish.get();
  $publish.set(state);
  if (before && isNewer(state, before)) toast(liveNews(state));
  if (before && before.state !== state.state && $releases.get()) void loadReleases();
}

/** Starts or joins the next release. */
export async function publishNow(): Promise<void> {
  try {
    $publish.set(await adminCall('POST /api/admin/publish'));
  } catch (error) {
    toast({ text: sentenceOf(error, 'Yayınlama başlatılamadı.'), tone: 'err' });
  }
}

export async function setAutomatic(automatic: boolean): Promise<void> {
  try {
    $publish.set(await adminCall('PUT /api/admin/publish/automatic', { body: { automatic } }));
  } catch (error) {
    toast({ text: sentenceOf(error, 'Ayar kaydedilemedi.'), tone: 'err' });
  }
}

export async function loadReleases(): Promise<void> {
  try {
    $releases.set(await adminCall('GET /api/admin/releases'));
    $releasesFailure.set(undefined);
  } catch (error) {
    $releasesFailure.set(sentenceOf(error, 'Sürümler alınamadı.'));
  }
}

/** Serves an earlier release again, after asking. */
export async function goBack({ id }: Release): Promise<void> {
  const text = 'Ziyaretçiler hemen bu sürümü görür. Siz yeniden yayınlayana dek böyle kalır; otomatik yayın kapatılır.';
  if (!(await ask({ title: 'Bu sürüme dönülsün mü?', text, yes: 'Bu sürüme dön' }))) return;
  try {
    $publish.set(await adminCall('POST /api/admin/releases/:id/restore', { params: { id } }));
    toast('Önceki sürüm yayında.');
  } catch (error) {
    toast({ text: sentenceOf(error, 'Sürüme dönülemedi.'), tone: 'err' });
  }
  await loadReleases();
}
