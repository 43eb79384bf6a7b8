/**
 * Calls `load` once, when the element is `distancePx` from being visible; again when the connection is back if it failed
 * without one.
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
        if (navigator.onLine) throw error;
        addEventListener('online', () => watch.observe(element), { once: true });
      }
    },
    { rootMargin: `${distancePx}px` },
  );
  watch.observe(element);
}
