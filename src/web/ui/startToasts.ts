import type { ToastDetail } from './toast.ts';

declare global {
  interface DocumentEventMap {
    toast: CustomEvent<ToastDetail>;
  }
}

/** Listens for toasts and shows them above everything, dialogs included. */
export function startToasts(): void {
  const host = document.getElementById('toasts') as HTMLElement;
  document.addEventListener('toast', ({ detail }) => {
    const item = draw(detail);
    // Shown anew each time: the last popover shown stands above a dialog opened meanwhile.
    if (host.matches(':popover-open')) host.hidePopover();
    host.showPopover();
    host.append(item);
  });
}

function draw({ text, lead, tone = 'ok', action }: ToastDetail): HTMLElement {
  const template = document.getElementById(tone === 'ok' ? 'toast' : 'toast-err') as HTMLTemplateElement;
  const item = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
  item.classList.add(`toast--${tone}`);
  item.setAttribute('role', tone === 'err' ? 'alert' : 'status');
  const words = item.querySelector('p') as HTMLElement;
  if (lead) {
    const bold = document.createElement('b');
    bold.textContent = lead;
    words.append(bold, ' ');
  }
  words.append(text);
  if (action) words.append(' ', drawAction(action, item));
  item.querySelector(':scope > button')?.addEventListener('click', () => item.remove());
  // The time bar is the clock: it stops while the pointer or the focus is on the toast.
  item.addEventListener('animationend', (event) => {
    if (event.animationName === 'toast-time') item.remove();
  });
  return item;
}

function drawAction({ label, run }: NonNullable<ToastDetail['action']>, item: HTMLElement): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'link';
  button.textContent = label;
  button.addEventListener('click', () => {
    item.remove();
    run();
  });
  return button;
}
