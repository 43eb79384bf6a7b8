import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { paths } from '../paths.ts';
import { $session } from './session.store.ts';

/** Shows its children to whoever is signed in, nothing while the session loads, and sends guests to the home page. */
export function Guard({ children }: { children: ReactNode }) {
  const { state } = useStore($session, { ssr: 'initial' });
  useEffect(() => {
    if (state === 'guest') location.replace(paths.home);
  }, [state]);
  return state === 'user' ? children : null;
}
