import { createRouter } from '@nanostores/router';
import { computed } from 'nanostores';
import { $unsaved } from '../ui/unsaved.ts';
import { confirmLeave } from './leave.store.ts';
import type { Search } from './list.store.ts';
import { type RouteName, routes } from './routes.ts';

const addresses = Object.fromEntries(Object.entries(routes).map(([name, { path }]) => [name, path])) as Record<
  RouteName,
  string
>;

repairAddress();
// Before the router registers its own: a step back that is held must not reach it.
if (typeof window !== 'undefined') addEventListener('popstate', onHistoryStep);

const $router = createRouter(addresses, { links: false });

/** Where we are: the screen, what its address carries, its filters. Undefined for an address nobody declared. */
export const $screen = computed($router, (page) =>
  page ? { name: page.route, params: page.params as Record<string, string>, search: page.search } : undefined,
);

/** The address as last shown, to put back when leaving it is held. */
let shownUrl = typeof location === 'undefined' ? '' : location.href;
$router.subscribe(() => queueMicrotask(rememberAddress));

/** What filters a list was left with, so that coming back from one of its rows finds it as it was. */
const lastSearch = new Map<RouteName, string>();

function rememberAddress(): void {
  if (typeof location === 'undefined') return;
  shownUrl = location.href;
  const screen = $screen.get();
  if (screen) lastSearch.set(screen.name, location.search);
}

/**
 * Goes to an address of the admin area. Unsaved changes are asked about before another screen takes their place;
 * answers whether it went. `force` goes without asking.
 */
export async function navigate(
  path: string,
  { replace = false, force = false }: { replace?: boolean; force?: boolean } = {},
): Promise<boolean> {
  const other = new URL(path, location.href).pathname !== location.pathname;
  if (!isShown(path) && !force && !(await confirmLeave())) return false;
  $router.open(path, replace);
  if (other) scrollTo({ top: 0 });
  return true;
}

/** The address of a list with the filters it was left with. */
export const listPath = (name: RouteName): string => `${routes[name].path}${lastSearch.get(name) ?? ''}`;

/** The search of one screen's address. Replacing it adds no history entry; blank values are left out. */
export const searchOf = (name: RouteName): Search => ({
  $search: computed($screen, (screen) => (screen?.name === name ? screen.search : undefined)),
  replace(search) {
    const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== ''));
    $router.open(`${location.pathname}${query.size ? `?${query}` : ''}`, true);
  },
});

/** Whether a link leads to one of our screens; everything else is the browser's business. */
export function isAdminUrl(url: URL): boolean {
  return url.origin === location.origin && (url.pathname === '/admin' || url.pathname.startsWith('/admin/'));
}

/** Whether an address is the one shown. The same screen with another search is not: it may open another thing in its form. */
function isShown(path: string): boolean {
  const [target, present] = [new URL(path, location.href), new URL(shownUrl)];
  return target.pathname === present.pathname && target.search === present.search;
}

function onHistoryStep(event: PopStateEvent): void {
  const target = location.href;
  if (!$unsaved.get() || isShown(target)) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', shownUrl);
  void navigate(target);
}

/** An address whose escapes cannot be read would break the router; it is nobody's anyway. */
function repairAddress(): void {
  if (typeof location === 'undefined') return;
  try {
    decodeURIComponent(location.pathname);
  } catch {
    history.replaceState(null, '', '/admin');
  }
}
