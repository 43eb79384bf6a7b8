import { atom } from 'nanostores';
import type { AllEndpoints, Reply } from '../../contract/endpoints.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { call } from '../http.ts';
import { type AsyncState, loadInto } from '../ui/asyncState.ts';
import type { Outcome, Problem } from '../ui/form.ts';
import { errorCode, toProblem } from './problem.ts';

export type Profile = Reply<AllEndpoints['GET /api/profile']>;
export type OpenSession = Reply<AllEndpoints['GET /api/profile/sessions']>[number];

export const $profile = atom<AsyncState<Profile>>({ state: 'idle' });
export const $sessions = atom<AsyncState<OpenSession[]>>({ state: 'idle' });

export const loadProfile = (): Promise<void> =>
  loadInto($profile, () => call('GET /api/profile'), 'Kullanıcı bilgileri alınırken bir hata oluştu.');

export const loadSessions = (): Promise<void> =>
  loadInto($sessions, () => call('GET /api/profile/sessions'), 'Açık oturumlar alınamadı.');

/** `asksPassword` when the current password is missing or wrong. */
export type PasswordProblem = Problem & { asksPassword?: boolean };

/** Stores a phone number and shows it as it was stored. */
export async function updatePhone(phone_number: string): Promise<Outcome> {
  const failed = 'Telefon numarası güncellenirken bir hata oluştu.';
  try {
    const stored = await call('PUT /api/profile/update-phone', { body: { phone_number } });
    const profile = $profile.get();
    if (profile.state === 'loaded') {
      $profile.set({ state: 'loaded', value: { ...profile.value, phone_number: stored.phone_number } });
    }
    return { done: stored.message };
  } catch (error) {
    return { fields: toProblem(error, failed).fields, message: failed };
  }
}

/** As `toProblem`, for calls that may ask for the current password. */
export function toPasswordProblem(
  error: unknown,
  fallback: string,
  fieldOf: Partial<Record<ErrorCode, string>> = {},
): PasswordProblem {
  const field = 'current_password';
  const problem = toProblem(error, fallback, { reauthentication_required: field, wrong_password: field, ...fieldOf });
  return { ...problem, asksPassword: field in problem.fields };
}

/** Changes the password. The server ends the other sessions, so their list is loaded again. */
export async function changePassword(password: string, current_password?: string): Promise<Outcome<PasswordProblem>> {
  try {
    const { message } = await call('POST /api/profile/change-password', { body: { password, current_password } });
    void loadSessions();
    return { done: message };
  } catch (error) {
    return toPasswordProblem(error, 'Şifre güncellenirken bir hata oluştu.');
  }
}

/** Ends one of the other sessions. Answers what went wrong, if anything. */
export async function endSession(id: string): Promise<string | undefined> {
  try {
    await call('DELETE /api/profile/sessions/:id', { params: { id } });
  } catch (error) {
    // A session that is over already counts as ended.
    if (errorCode(error) !== 'not_found') return 'Oturum kapatılamadı.';
  }
  await loadSessions();
}
