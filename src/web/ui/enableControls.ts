/**
 * Enables controls that pages are built with as disabled (`data-waits`), so that none can be pressed before its script
 * is there. Those of lazily loaded scripts are enabled by them; the others when the page's own scripts have run.
 */
export function enableControls(controls: Iterable<Element & { disabled: boolean }>): void {
  for (const control of controls) {
    control.disabled = false;
    control.removeAttribute('data-waits');
  }
}

/** Enables what `data-waits` for the page's own scripts, which have all run before this event. */
export const enableWhenParsed = (): void =>
  document.addEventListener(
    'DOMContentLoaded',
    () => enableControls(document.querySelectorAll<HTMLButtonElement>('[data-waits=""]')),
    { once: true },
  );
