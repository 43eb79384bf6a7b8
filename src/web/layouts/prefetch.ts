/** Pages that do something when fetched, or are too heavy to fetch on a guess. */
const never = /^\/(cikis|admin|auth)\b/;

/** Fetches the page behind a link once somebody touches it, rests on it or reaches it by keyboard. */
export function startPrefetch(): void {
  const fetched = new Set([location.pathname]);
  let timer = 0;

  const prefetch = ({ origin, pathname }: HTMLAnchorElement) => {
    if (origin !== location.origin || fetched.has(pathname) || never.test(pathname)) return;
    fetched.add(pathname);
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = pathname;
    document.head.append(link);
  };
  const guess = (wait: number) => (event: Event) => {
    clearTimeout(timer);
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link && !(navigator as { connection?: { saveData?: boolean } }).connection?.saveData)
      timer = window.setTimeout(prefetch, wait, link);
  };
  document.addEventListener('mouseover', guess(80), { passive: true });
  document.addEventListener('focusin', guess(80), { passive: true });
  document.addEventListener('touchstart', guess(0), { passive: true });
}
