import { paths, withReturnTo } from '../paths.ts';
import { finishGoogle, readGoogleReturnTo } from './google.store.ts';
import { pathAfterSignIn } from './returnTo.ts';

declare global {
  interface Window {
    /** The fragment of the address, removed from it by the first script of /auth/callback. */
    authFragment?: string;
  }
}

/** Completes a sign-in with Google and leaves the page; after a failure to the sign-in screen, which says why. */
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
