import { atom } from 'nanostores';
import type { SamplesState } from '../../../contract/samples.ts';
import type { Setup } from '../../../contract/setup.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { list as upcoming } from '../dashboard/dashboard.store.ts';
import { withFailureToast } from '../failureToast.ts';
import { watchScreen } from '../router.store.ts';
import { refreshStats } from '../stats.store.ts';
import { mailTestWords, removalWords, restoreWords } from './setup.ts';

/** Which steps are done; undefined until loaded, the last state when loading fails. */
export const $setup = atom<Setup | undefined>();
/** What is left of the samples; loaded by the dashboard. */
export const $samples = atom<SamplesState | undefined>();
type Change = 'mail' | 'legal' | 'samples';
/** The changes that run or wait for their turn. */
export const $busy = atom<readonly Change[]>([]);
/** Resolves once the changes pressed so far are done. */
let lastChange: Promise<unknown> = Promise.resolve();

/** Loads the steps. Screens call it after saving what a step looks at. */
export async function refreshSetup(): Promise<void> {
  const setup = await adminCall('GET /api/admin/setup').catch(() => undefined);
  if (setup) $setup.set(setup);
}

export async function loadSamples(): Promise<void> {
  const samples = await adminCall('GET /api/admin/samples').catch(() => undefined);
  if (samples) $samples.set(samples);
}

/** Runs a change after those pressed before it, with its button busy meanwhile, and says why it failed. */
async function run(change: Change, failure: string, work: () => Promise<void>): Promise<void> {
  if ($busy.get().includes(change)) return;
  $busy.set([...$busy.get(), change]);
  lastChange = lastChange.then(() => withFailureToast(failure, work));
  await lastChange;
  $busy.set($busy.get().filter((other) => other !== change));
}

export const sendTestMail = () =>
  run('mail', 'Deneme e-postası gönderilemedi.', async () => {
    const test = await adminCall('POST /api/admin/setup/test-mail');
    $setup.set(test.setup);
    toast({ text: mailTestWords(test), tone: test.outcome === 'sent' ? undefined : 'err' });
  });

export const saveLegalCheck = (checked: boolean) =>
  run('legal', 'Kaydedilemedi.', async () => {
    $setup.set(await adminCall('PUT /api/admin/setup/legal', { body: { checked } }));
  });

/** Removes the samples, or brings them back, after saying what that does. */
async function changeSamples(
  key: 'POST /api/admin/samples/remove' | 'POST /api/admin/samples/restore',
  question: { title: string; yes: string; danger?: boolean; text: (samples: SamplesState) => string },
  done: string,
): Promise<void> {
  const isHere = watchScreen();
  await loadSamples();
  const samples = $samples.get();
  if (!samples || !isHere() || !(await confirm({ ...question, text: question.text(samples) }))) return;
  await run('samples', 'Örnek içerik değiştirilemedi.', async () => {
    $samples.set(await adminCall(key));
    await Promise.all([refreshSetup(), refreshStats(), upcoming.reload()]);
    toast(done);
  });
}

export const removeSamples = () =>
  changeSamples(
    'POST /api/admin/samples/remove',
    { title: 'Örnek içerik kaldırılsın mı?', yes: 'Kaldır', danger: true, text: removalWords },
    'Örnek içerik kaldırıldı. Sayfalar birazdan yenilenir.',
  );

export const restoreSamples = () =>
  changeSamples(
    'POST /api/admin/samples/restore',
    { title: 'Örnek içerik geri gelsin mi?', yes: 'Geri getir', text: restoreWords },
    'Örnek içerik geri geldi. Sayfalar birazdan yenilenir.',
  );
