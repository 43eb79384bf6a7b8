/** What opened a dialog, with the `data-*` of its button: `document.addEventListener('dialog-opened', …)`. */
export interface DialogOpened {
  dialog: HTMLDialogElement;
  data: DOMStringMap;
}

declare global {
  interface DocumentEventMap {
    'dialog-opened': CustomEvent<DialogOpened>;
  }
}

/**
 * Buttons with `data-opens="<id of a dialog>"` open it, ones with `data-closes` close the dialog around them, and so
 * does a press beside it. The browser keeps the focus inside and gives it back.
 */
export function startDialogs(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target instanceof HTMLDialogElement || target.closest('[data-closes]')) target.closest('dialog')?.close();
    const button = target.closest<HTMLElement>('[data-opens]');
    if (button) open(button);
  });
}

function open(button: HTMLElement): void {
  const dialog = document.getElementById(button.dataset.opens ?? '');
  if (!(dialog instanceof HTMLDialogElement)) return;
  button.closest('dialog')?.close();
  dialog.showModal();
  document.dispatchEvent(new CustomEvent('dialog-opened', { detail: { dialog, data: button.dataset } }));
}
