/**
 * Keeps toasts in the dialog that is open, as nothing outside of it can be pressed or is read out. They leave it before
 * it goes, for the one below it if there is one.
 */
export function keepToasts(): void {
  const host = document.getElementById('toasts') as HTMLElement;
  // A dialog that is removed fires `close` only afterwards, when a toast may be shown already.
  const removal = new MutationObserver(() => {
    if (!host.isConnected) move();
  });
  function move(): void {
    const place = [...document.querySelectorAll(':modal')].at(-1) ?? document.body;
    if (host.parentElement === place) return;
    place.append(host);
    // A popover that moves is closed, and would stand below a dialog.
    host.showPopover();
    removal.disconnect();
    if (place !== document.body) removal.observe(document.body, { childList: true, subtree: true });
    place.addEventListener('close', move);
  }
  document.addEventListener('toast', move);
}
