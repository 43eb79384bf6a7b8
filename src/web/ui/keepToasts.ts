/**
 * Keeps toasts in the dialog that is open, as nothing outside of it can be pressed or is read out. They leave it before
 * it goes.
 */
export function keepToasts(): void {
  const host = document.getElementById('toasts') as HTMLElement;
  document.addEventListener('toast', () => {
    const dialog = [...document.querySelectorAll(':modal')].at(-1);
    if (!dialog || dialog.contains(host)) return;
    dialog.append(host);
    dialog.addEventListener('close', () => document.body.append(host), { once: true });
  });
}
