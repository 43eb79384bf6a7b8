import { atom } from 'nanostores';
import type { AllEndpoints, Reply } from '../../contract/endpoints.ts';
import { CallError, call } from '../http.ts';
import { type AsyncState, loadInto } from '../ui/asyncState.ts';
import type { Outcome, Problem } from '../ui/form.ts';
import { toProblem } from './problem.ts';
import { dropSession } from './session.store.ts';

export type Profile = Reply<AllEndpoints['GET /api/profile']>;
export type OpenSession = Reply<AllEndpoints['GET /api/profile/sessions']>[number];

export const $profile = atom<AsyncState<Profile>>({ state: 'idle' });
export const $sessions = atom<AsyncState<OpenSession[]>>({ state: 'idle' });

export const loadProfile = (): Promise<void> =>
  loadInto($profile, () => call('GET /api/profile'), 'Kullanıcı bilgileri alınırken bir hata oluştu.');

export const loadSessions = (): Promise<void> =>
  loadInto($sessions, () => call('GET /api/profile/sessions'), 'Açık oturumlar alınamadı.');

/** The current password is missing or wrong. */
type ProofProblem = Problem & { asksPassword?: true };

/** Stores a phone number; the stored form of it is what the field shows from then on. */
export async function updatePhone(phone_number: string): Promise<Outcome> {
  const failed = 'Telefon numarası güncellenirken bir hata oluştu.';
  try {
    const stored = await call('PUT /api/profile/update-phone', { body: { phone_number } });
    const profile = $profile.get();
    if (profile.state === 'loaded') {
      $profile.set({ state: 'loaded', value: { ...profile.value, phone_number: stored.phone_number } });
    }
    return { done: 'Telefon numarası başarıyla güncellendi.' };
  } catch (error) {
    return { fields: toProblem(error, failed).fields, message: failed };
  }
}

/** As `problemOf`, at the field of the current password where that is what is missing or wrong. */
function toPasswordProblem(error: unknown, fallback: string): ProofProblem {
  const problem = toProblem(error, fallback);
  const code = error instanceof CallError ? error.code : undefined;
  if (code !== 'reauthentication_required' && code !== 'wrong_password') return problem;
  return { fields: { current_password: problem.message as string }, asksPassword: true };
}

/** Changes the password; other sessions end, so their list is read again. */
export async function changePassword(
  password: string,
  current_password: string | undefined,
): Promise<Outcome<ProofProblem>> {
  try {
    const { message } = await call('POST /api/profile/change-password', { body: { password, current_password } });
    void loadSessions();
    return { done: message || 'Şifre başarıyla güncellendi.' };
  } catch (error) {
    return toPasswordProblem(error, 'Şifre güncellenirken bir hata oluştu.');
  }
}

/** Ends one of the other sessions. Answers a sentence when that failed. */
export async function endSession(id: string): Promise<string | undefined> {
  try {
    await call('DELETE /api/profile/sessions/:id', { params: { id } });
  } catch (error) {
    // Over already: that is what was wanted.
    if (!(error instanceof CallError && error.code === 'not_found')) return 'Oturum kapatılamadı.';
  }
  await loadSessions();
}

/**
 * Hands everything held about the user to `save`, as the text of a file. Without the current password it asks whether
 * the sign-in is recent enough.
 */
export async function exportData(
  current_password: string | undefined,
  save: (text: string) => void,
): Promise<Outcome<ProofProblem>> {
  try {
    const data = current_password
      ? await call('POST /api/profile/export', { body: { current_password } })
      : await call('GET /api/profile/export');
    save(JSON.stringify(data, null, 2));
    return { done: 'Verileriniz indirildi.' };
  } catch (error) {
    return toPasswordProblem(error, 'Verileriniz hazırlanamadı. Lütfen tekrar deneyin.');
  }
}

/** Erases the account for good; this browser is a guest's from then on. */
export async function eraseAccount(current_password: string | undefined): Promise<Outcome<ProofProblem>> {
  try {
    const { message } = await call('DELETE /api/profile', { body: { current_password } });
    dropSession();
    return { done: message };
  } catch (error) {
    return toPasswordProblem(error, 'Hesabınız silinemedi. Lütfen tekrar deneyin.');
  }
}
