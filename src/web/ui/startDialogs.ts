import { isBackdropClick } from './backdrop.ts';

/** The opened dialog and the `data-*` of the button that opened it. */
interface DialogOpened {
  dialog: HTMLDialogElement;
  data: DOMStringMap;
}

declare global {
  interface DocumentEventMap {
    'dialog-opened': CustomEvent<DialogOpened>;
  }
}

/**
 * Lets a button with `data-opens="<id>"` open that dialog; one with `data-closes`, or a click outside, closes it. The
 * browser keeps the focus inside and returns it.
 */
export function startDialogs(): void {
  document.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const dialog = target.closest('dialog');
    if (isBackdropClick(event, dialog) || target.closest('[data-closes]')) dialog?.close();
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
