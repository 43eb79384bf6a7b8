/**
 * Calls `load` once, when the element is `distancePx` from being visible. After a failure it calls again when the
 * element is focused or the connection is back.
 */
export function whenNearby(element: Element, load: () => unknown, distancePx = 600): void {
  const watch = new IntersectionObserver(
    async (entries) => {
      // One call may bring several moments of the element.
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      try {
        await load();
      } catch (error) {
        const retry = new AbortController();
        const observeAgain = () => {
          retry.abort();
          watch.observe(element);
        };
        element.addEventListener('focusin', observeAgain, retry);
        addEventListener('online', observeAgain, retry);
        if (navigator.onLine) console.error(error);
      }
    },
    { rootMargin: `${distancePx}px` },
  );
  watch.observe(element);
}
