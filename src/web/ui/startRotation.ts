/**
 * Calls `step` every `milliseconds`, except while the tab is hidden, the pointer or the focus is on `root`, or `button`
 * is pressed. Starts paused if the visitor prefers reduced motion; the button starts it then.
 */
export function startRotation(root: HTMLElement, button: HTMLElement, milliseconds: number, step: () => void): void {
  let paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let held = false;
  let timer = 0;

  const arm = () => {
    clearTimeout(timer);
    button.setAttribute('aria-pressed', String(paused));
    if (!paused && !held && !document.hidden) {
      timer = window.setTimeout(() => {
        step();
        arm();
      }, milliseconds);
    }
  };
  const hold = (value: boolean) => () => {
    held = value;
    arm();
  };

  button.addEventListener('click', () => {
    paused = !paused;
    held = false;
    arm();
  });
  root.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'mouse' && hold(true)());
  root.addEventListener('pointerleave', hold(false));
  root.addEventListener('focusin', ({ target }) => (target as Element).matches(':focus-visible') && hold(true)());
  root.addEventListener('focusout', hold(false));
  document.addEventListener('visibilitychange', arm);
  arm();
}
