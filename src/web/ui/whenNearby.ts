/** Calls `load` once, a little before the element comes into sight. */
export function whenNearby(element: Element, load: () => void): void {
  const watch = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      load();
    },
    { rootMargin: '600px' },
  );
  watch.observe(element);
}
