import type { ToastDetail } from './toast.ts';

declare global {
  interface DocumentEventMap {
    toast: CustomEvent<ToastDetail>;
  }
}

/** Shows toasts above everything, dialogs included. */
export function startToasts(): void {
  const host = document.getElementById('toasts') as HTMLElement;
  document.addEventListener('toast', ({ detail }) => {
    // Screen readers read what comes into a place that stands already; that of a dialog may move now (keepToasts.ts).
    setTimeout(() => {
      const item = draw(detail);
      const { about } = item.dataset;
      if (about) host.querySelector(`[data-about=${CSS.escape(about)}]`)?.remove();
      // Three stand at most, but what offers an action stays its 5 s.
      if (host.children.length > 2) host.querySelector('.toast:not(:has(.link))')?.remove();
      // Shown again each time, because a popover stands above dialogs only if it was shown after them.
      if (host.matches(':popover-open')) host.hidePopover();
      host.showPopover();
      host.append(item);
    }, 100);
  });
}

function draw({ text, lead, tone = 'ok', action, about }: ToastDetail): HTMLElement {
  const template = document.getElementById(tone === 'ok' ? 'toast' : 'toast-err') as HTMLTemplateElement;
  const item = (template.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
  item.classList.add(`toast--${tone}`);
  item.dataset.about = about ?? (action ? '' : `${lead} ${text}`);
  if (tone === 'err') item.role = 'alert';
  const words = item.querySelector('p') as HTMLElement;
  if (lead) {
    const bold = document.createElement('b');
    bold.textContent = lead;
    words.append(bold, ' ');
  }
  const sentence = document.createElement('span');
  sentence.textContent = text;
  words.append(sentence);
  if (action) words.append(' ', drawAction(action, item));
  item.querySelector(':scope > button')?.addEventListener('click', () => item.remove());
  // Removed when the animation of its time bar ends, which CSS pauses on hover and focus.
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
