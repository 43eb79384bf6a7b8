let pressed: EventTarget | null = null;
let released: EventTarget | null = null;

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', (event) => (pressed = event.target), true);
  document.addEventListener('pointerup', (event) => (released = event.target), true);
}

/** Whether a click pressed and released on the dialog's backdrop; only one of them outside is a text selection. */
export const isBackdropClick = ({ target }: Pick<Event, 'target'>, dialog: HTMLDialogElement | null): boolean =>
  target === dialog && pressed === dialog && released === dialog;
