/** Calls `load` once, when the element is 600 px from being visible. */
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
