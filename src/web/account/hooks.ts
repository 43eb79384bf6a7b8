import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { paths } from '../paths.ts';
import { pathAfterSignIn, readReturnTo } from './account.ts';
import { $session } from './session.store.ts';

/** Where somebody wants to be after signing in; known once the page is in a browser. */
export function useReturnTo(): string | undefined {
  const [wanted, setWanted] = useState<string>();
  useEffect(() => setWanted(readReturnTo(location, document.referrer)), []);
  return wanted;
}

/**
 * Takes whoever is signed in away from a screen for guests (SPEC.md 2): to where they wanted, or home from the register
 * screen. `hold` keeps them while that screen still does something for them.
 */
export function useGuestsOnly({ home = false, hold = false } = {}): void {
  const session = useStore($session, { ssr: 'initial' });
  useEffect(() => {
    if (session.state !== 'user' || hold) return;
    location.replace(home ? paths.home : pathAfterSignIn(session.user, readReturnTo(location, document.referrer)));
  }, [session, home, hold]);
}
