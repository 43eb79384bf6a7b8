import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { User } from '../../contract/account.ts';
import { paths } from '../paths.ts';
import { $session } from './session.store.ts';

interface Props {
  /** Who may see it; whoever is signed in without one. */
  role?: User['role'];
  /** Where guests are sent. */
  guests?: string;
  children: ReactNode;
}

/**
 * Shows its children to whoever may see them (SPEC.md 2): nothing while the session loads; guests go to the sign-in
 * screen, which brings them back; another role goes home. In every tab at once, as the session changes.
 */
export function Guard({ role, guests = paths.login, children }: Props) {
  const session = useStore($session, { ssr: 'initial' });
  const isUser = session.state === 'user';
  const fits = isUser && (!role || session.user.role === role);
  const away = session.state === 'guest' ? guests : isUser && !fits ? paths.home : undefined;
  useEffect(() => {
    if (away) location.replace(away);
  }, [away]);
  return fits ? children : null;
}
