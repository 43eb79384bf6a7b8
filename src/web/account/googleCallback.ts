import { paths, withReturnTo } from '../paths.ts';
import { pathAfterSignIn } from './account.ts';
import { finishGoogle, readGoogleReturnTo } from './google.store.ts';

declare global {
  interface Window {
    /** The address's fragment, taken out of it by the first script of /auth/callback. */
    authFragment?: string;
  }
}

/**
 * Ends the way back from Google: on to where the person wanted, or to the sign-in screen, which says what went wrong and
 * still knows where they wanted to be.
 */
export async function finishGoogleSignIn(): Promise<void> {
  const fragment = window.authFragment ?? '';
  delete window.authFragment;
  const returnTo = readGoogleReturnTo();
  try {
    location.replace(pathAfterSignIn(await finishGoogle(fragment), returnTo));
  } catch (error) {
    console.error('Google sign-in failed', error);
    location.replace(withReturnTo(paths.login, returnTo));
  }
}
