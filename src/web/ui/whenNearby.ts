/** Calls `load` once, when the element is `distancePx` from being visible. */
export function whenNearby(element: Element, load: () => void, distancePx = 600): void {
  const watch = new IntersectionObserver(
    (entries) => {
      // One call may bring several moments of the element.
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      load();
    },
    { rootMargin: `${distancePx}px` },
  );
  watch.observe(element);
}
