import type { User } from '../../contract/account.ts';
import { paths } from '../paths.ts';

const signInPaths = [
  paths.login,
  paths.register,
  paths.forgotPassword,
  paths.activate,
  paths.authCallback,
  paths.logout,
];

/** `value` if it is a path of this site to which a sign-in may lead; undefined for others and for sign-in screens. */
export function safeLocalPath(value: string | null | undefined, origin: string): string | undefined {
  if (!value?.startsWith('/') || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  if (url.origin !== origin || signInPaths.some((path) => url.pathname === path)) return undefined;
  const path = url.pathname + url.search + url.hash;
  // `//host` would be read as another site by the next parser.
  return path.startsWith('//') ? undefined : path;
}

/** Whether a guard sends guests from this path to the sign-in screen. */
const isGuarded = (path: string): boolean =>
  path === paths.orders || path === paths.admin || path.startsWith(`${paths.admin}/`);

/** Where to go after signing in: `?next=` of the address, else the guarded page that led here. */
export function readReturnTo({ search, origin }: Location, referrer: string): string | undefined {
  const next = safeLocalPath(new URLSearchParams(search).get('next'), origin);
  if (next || !URL.canParse(referrer)) return next;
  const from = new URL(referrer);
  return from.origin === origin && isGuarded(from.pathname) ? from.pathname + from.search : undefined;
}

/** Where a sign-in leads: to `returnTo` if the user may go there, else to /admin for admins and to / for others. */
export function pathAfterSignIn({ role }: Pick<User, 'role'>, returnTo: string | undefined): string {
  const isAllowed = returnTo && (role === 'admin' || !returnTo.startsWith(paths.admin));
  return isAllowed ? returnTo : role === 'admin' ? paths.admin : paths.home;
}
