import type { UpcomingSeats } from '../../contract/privacy.ts';
import { call } from '../http.ts';
import { readToken, reportRefusedToken } from '../token.ts';
import type { Outcome } from '../ui/form.ts';
import { errorCode } from './problem.ts';
import { type PasswordProblem, toPasswordProblem } from './profile.store.ts';

// Apart from the other calls of the profile: the section that makes them is loaded when it is near.

/** Everything stored about the user: lists by kind, and the account. */
export type DataCopy = Record<string, unknown>;

/**
 * Gives everything stored about the user to `save`. Without the current password the server
 * requires a recent sign-in.
 */
export async function exportData(
  current_password: string | undefined,
  save: (copy: DataCopy) => void,
): Promise<Outcome<PasswordProblem>> {
  try {
    const data = current_password
      ? await call('POST /api/profile/export', { body: { current_password } })
      : await call('GET /api/profile/export');
    save(data);
    return { done: 'Verileriniz indirildi.' };
  } catch (error) {
    return toPasswordProblem(error, 'Verileriniz hazırlanamadı. Lütfen tekrar deneyin.');
  }
}

/** The seats of events to come that an erasure frees; none if they cannot be read. */
export const loadUpcomingSeats = (): Promise<UpcomingSeats> =>
  call('GET /api/profile/upcoming-seats').then(
    ({ seats }) => seats,
    () => [],
  );

/** Whether a try to erase the account stayed without an answer. */
let unanswered = false;

/** Erases the account for good. The page leaves the session once the person has read that. */
export async function eraseAccount(current_password: string | undefined): Promise<Outcome<PasswordProblem>> {
  const token = readToken();
  try {
    // With its token given, a refusal does not end the session and with it the page, before it is known what it says.
    const { message } = await call('DELETE /api/profile', { body: { current_password } }, { token });
    return { done: message };
  } catch (error) {
    const isRefused = errorCode(error) === 'unauthenticated';
    if (isRefused && unanswered) return { done: 'Hesabınız, yanıtı ulaşmayan denemenizde silindi.' };
    if (isRefused && token) reportRefusedToken(token);
    unanswered ||= errorCode(error) === null;
    return toPasswordProblem(error, 'Hesabınız silinemedi. Lütfen tekrar deneyin.');
  }
}
