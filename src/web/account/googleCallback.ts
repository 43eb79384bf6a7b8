import type { User } from '../../contract/account.ts';
import { paths, withReturnTo } from '../paths.ts';
import type { Problem } from '../ui/form.ts';
import { finishGoogle, finishGoogleWithCode, readGoogleReturnTo } from './google.store.ts';
import { errorCode, signInFailed, toProblem } from './problem.ts';
import { pathAfterSignIn } from './returnTo.ts';

declare global {
  interface Window {
    /** The fragment of the address, removed from it by the first script of /auth/callback. */
    authFragment?: string;
  }
}

let returnTo: string | undefined;
const leave = (user: User) => location.replace(pathAfterSignIn(user, returnTo));

/**
 * Completes a sign-in with Google and leaves the page; after a failure to the sign-in screen, which says why. Answers
 * true where a code of the second factor is needed first.
 */
export async function finishGoogleSignIn(): Promise<boolean> {
  const fragment = window.authFragment ?? '';
  delete window.authFragment;
  returnTo = readGoogleReturnTo();
  try {
    leave(await finishGoogle(fragment));
  } catch (error) {
    if (errorCode(error) === 'otp_required') return true;
    console.error('Google sign-in failed', error);
    location.replace(withReturnTo(paths.login, returnTo));
  }
  return false;
}

/** Sends the code that was asked for and leaves the page; answers what is wrong with it. */
export async function sendGoogleCode(otp: string): Promise<Problem | undefined> {
  try {
    leave(await finishGoogleWithCode(otp));
  } catch (error) {
    return toProblem(error, signInFailed, { otp_wrong: 'otp' });
  }
}
