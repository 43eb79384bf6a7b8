import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { paths } from '../paths.ts';
import { pathAfterSignIn, readReturnTo } from './returnTo.ts';
import { $session } from './session.store.ts';

/** Where to go after signing in; known once the page runs in a browser. */
export function useReturnTo(): string | undefined {
  const [returnTo, setReturnTo] = useState<string>();
  useEffect(() => setReturnTo(readReturnTo(location, document.referrer)), []);
  return returnTo;
}

/**
 * Redirects whoever is signed in away from a screen for guests: to where they wanted to go, or with `home` to the home
 * page. Waits while `hold` is true.
 */
export function useGuestsOnly({ home = false, hold = false } = {}): void {
  const session = useStore($session, { ssr: 'initial' });
  useEffect(() => {
    if (session.state !== 'user' || hold) return;
    location.replace(home ? paths.home : pathAfterSignIn(session.user, readReturnTo(location, document.referrer)));
  }, [session, home, hold]);
}
