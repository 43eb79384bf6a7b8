import { atom } from 'nanostores';
import type { AllEndpoints, Reply } from '../../contract/endpoints.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { call } from '../http.ts';
import { type AsyncState, loadInto } from '../ui/asyncState.ts';
import type { Outcome, Problem } from '../ui/form.ts';
import { errorCode, toProblem } from './problem.ts';
import { type PasswordProblem, toPasswordProblem } from './profile.store.ts';

type State = Reply<AllEndpoints['GET /api/profile/totp']>;
/** A secret that waits for its first code. */
export type PreparedSecret = Reply<AllEndpoints['POST /api/profile/totp']>;

/** Where the set-up stands. The codes are shown once: the server stores no readable copy. */
type Setup =
  | { step: 'none' | 'codes_lost' }
  | { step: 'scan'; prepared: PreparedSecret }
  | { step: 'codes'; codes: string[] };

export const $secondFactor = atom<AsyncState<State>>({ state: 'idle' });
export const $setup = atom<Setup>({ step: 'none' });

export const loadSecondFactor = (): Promise<void> =>
  loadInto($secondFactor, () => call('GET /api/profile/totp'), 'İki adımlı girişin durumu alınamadı.');

/** Prepares a secret and shows it. */
export async function prepare(current_password: string | undefined): Promise<PasswordProblem | undefined> {
  try {
    const prepared = await call('POST /api/profile/totp', { body: { current_password } });
    $setup.set({ step: 'scan', prepared });
  } catch (error) {
    return toPasswordProblem(error, 'Kurulum başlatılamadı. Lütfen tekrar deneyin.');
  }
}

/** Switches the prepared secret on and shows the recovery codes. `otp` is a code of the one it replaces. */
export async function confirm(code: string, otp: string | undefined): Promise<Problem | undefined> {
  try {
    const { recovery_codes } = await call('POST /api/profile/totp/confirm', { body: { code, otp } });
    $setup.set({ step: 'codes', codes: recovery_codes });
    await loadSecondFactor();
  } catch (error) {
    if (await isOnAfter(errorCode(error))) return void $setup.set({ step: 'codes_lost' });
    return toProblem(error, 'İki adımlı giriş açılamadı. Lütfen tekrar deneyin.', { otp_wrong: 'otp' });
  }
}

/**
 * Whether a confirmation whose answer was lost turned the prepared secret on: then nothing is prepared any more
 * (`conflict`), or nothing was on before. Shows the state in that case.
 */
async function isOnAfter(code: ErrorCode | null): Promise<boolean> {
  const before = $secondFactor.get();
  const wasOff = before.state === 'loaded' && !before.value.enabled;
  if (code !== 'conflict' && !(code === null && wasOff)) return false;
  const value = await call('GET /api/profile/totp').catch(() => undefined);
  if (value?.enabled) $secondFactor.set({ state: 'loaded', value });
  return value?.enabled === true;
}

/** Leaves the set-up; a secret that was not confirmed never counts. */
export const closeSetup = (): void => $setup.set({ step: 'none' });

export async function switchOff(current_password: string | undefined, otp: string): Promise<Outcome<PasswordProblem>> {
  try {
    const { message } = await call('DELETE /api/profile/totp', { body: { current_password, otp } });
    await loadSecondFactor();
    return { done: message };
  } catch (error) {
    return toPasswordProblem(error, 'İki adımlı giriş kapatılamadı. Lütfen tekrar deneyin.', { otp_wrong: 'otp' });
  }
}
