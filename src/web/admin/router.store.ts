import { createRouter } from '@nanostores/router';
import { atom, computed } from 'nanostores';
import { paths } from '../adminPaths.ts';
import { $unsaved } from '../ui/unsaved.ts';
import { confirmLeave } from './leave.store.ts';
import type { Search } from './list.store.ts';
import { type RouteName, routes } from './routes.ts';

const addresses = Object.fromEntries(Object.entries(routes).map(([name, { path }]) => [name, path])) as Record<
  RouteName,
  string
>;

repairAddress();
// Registered before the router's own listener, which must not see a step that is held back.
if (typeof window !== 'undefined') addEventListener('popstate', onHistoryStep);

const $router = createRouter(addresses, { links: false });

/** The current screen with the parameters and the search of its address; undefined for an unknown address. */
export const $screen = computed($router, (page) =>
  page ? { name: page.route, params: page.params as Record<string, string>, search: page.search } : undefined,
);

/** Answers later whether the screen that is shown now has not been left for another one. */
export function watchScreen(): () => boolean {
  const name = $screen.get()?.name;
  return () => $screen.get()?.name === name;
}

/** What the shown screen is about, where its title says that instead of the screen's own. */
export const $subject = atom<string | undefined>();

/** The address as last shown, restored when leaving it is held back. */
let shownUrl = typeof location === 'undefined' ? '' : location.href;
$router.subscribe(() => queueMicrotask(rememberAddress));

/** The search each screen was left with, so that a list keeps its filters when one of its rows was opened. */
const lastSearch = new Map<RouteName, string>();

function rememberAddress(): void {
  if (typeof location === 'undefined') return;
  shownUrl = location.href;
  const screen = $screen.get();
  if (screen) lastSearch.set(screen.name, location.search);
}

/** Goes to an address of the admin area after asking about unsaved changes; answers whether it went. */
export async function navigate(path: string): Promise<boolean> {
  const other = new URL(path, location.href).pathname !== location.pathname;
  if (!isShown(path) && !(await confirmLeave())) return false;
  const left = $screen.get()?.name;
  if (left && other) lastScroll.set(left, scrollY);
  $router.open(path);
  if (other) scrollTo({ top: 0 });
  return true;
}

/** How far each screen was scrolled when something in it led to another one. */
const lastScroll = new Map<RouteName, number>();

/** Goes back to a list, with its filters, and to the row that was opened. */
export async function returnTo(name: RouteName): Promise<void> {
  const top = lastScroll.get(name) ?? 0;
  // The list has its rows from before in the next frame.
  if (await navigate(listPath(name))) requestAnimationFrame(() => scrollTo({ top }));
}

/** The address of a list, with the filters it was left with. */
export const listPath = (name: RouteName): string => `${routes[name].path}${lastSearch.get(name) ?? ''}`;

/** The search of one screen's address. Replacing it adds no history entry; blank values are left out. */
export const searchOf = (name: RouteName): Search => ({
  $search: computed($screen, (screen) => (screen?.name === name ? screen.search : undefined)),
  replace(search) {
    const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value !== ''));
    $router.open(`${location.pathname}${query.size ? `?${query}` : ''}`, true);
  },
});

/** Whether a URL is one of the admin area. The door is a page of its own: only there may the camera be used. */
export function isAdminUrl(url: URL): boolean {
  if (url.pathname.startsWith(paths.adminDoor(''))) return false;
  return url.origin === location.origin && (url.pathname === '/admin' || url.pathname.startsWith('/admin/'));
}

/** Whether an address is the one shown, search included: another search may open another thing in the form. */
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

/** Replaces an address with invalid escapes, which the router cannot read. */
function repairAddress(): void {
  if (typeof location === 'undefined') return;
  try {
    decodeURIComponent(location.pathname);
  } catch {
    history.replaceState(null, '', '/admin');
  }
}
