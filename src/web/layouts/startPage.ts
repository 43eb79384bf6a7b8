import { enableWhenParsed } from '../ui/enableControls.ts';
import { startDialogs } from '../ui/startDialogs.ts';
import { startToasts } from '../ui/startToasts.ts';
import { startChatLink } from './startChatLink.ts';
import { startPrefetch } from './startPrefetch.ts';
import { startTopBar } from './startTopBar.ts';

/**
 * Starts the behaviour that all public pages share, in one small script that browsers cache. The admin area uses only
 * its toasts.
 */
export function startPage(): void {
  startToasts();
  if (!document.querySelector('.bar')) return;
  startTopBar();
  startChatLink();
  startPrefetch();
  startDialogs();
  enableWhenParsed();
  // Most visits never focus anything. Where it does not load, the page works without it.
  const keep = () => import('../ui/keepFocus.ts').then(({ keepFocus }) => keepFocus()).catch(() => {});
  document.addEventListener('focusin', keep, { once: true });
}
