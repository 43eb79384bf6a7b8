/** Pages that do something when they are opened, or are too heavy to load on a guess. */
const excluded = /^\/(cikis|admin|auth)\b/;

/** Prefetches the page of a link that is touched, focused, or hovered for 80 ms. */
export function startPrefetch(): void {
  const fetched = new Set([location.pathname]);
  let timer = 0;

  const prefetch = ({ origin, pathname }: HTMLAnchorElement) => {
    if (origin !== location.origin || fetched.has(pathname) || excluded.test(pathname)) return;
    fetched.add(pathname);
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = pathname;
    document.head.append(link);
  };
  const schedule = (delayMs: number) => (event: Event) => {
    clearTimeout(timer);
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link && !(navigator as { connection?: { saveData?: boolean } }).connection?.saveData)
      timer = window.setTimeout(prefetch, delayMs, link);
  };
  document.addEventListener('mouseover', schedule(80), { passive: true });
  document.addEventListener('focusin', schedule(80), { passive: true });
  document.addEventListener('touchstart', schedule(0), { passive: true });
}
