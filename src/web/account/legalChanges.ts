import type { ChangedLegalText } from '../../contract/account.ts';
import { paths } from '../paths.ts';

/** Tells which legal texts changed. Resolves once the sentence is closed, in whatever way. */
export function showLegalChanges(changed: ChangedLegalText[]): Promise<void> {
  const title = element('h2', '', changed.length > 1 ? 'Bazı metinlerimiz yenilendi' : 'Bir metnimiz yenilendi');
  title.tabIndex = -1;
  title.autofocus = true;
  title.id = 'yenilenen-metinler';
  const texts = changed.flatMap((text, index) => [
    index ? (index === changed.length - 1 ? ' ve ' : ', ') : '',
    link(text),
  ]);
  const button = element('button', 'btn', 'Tamam, devam et') as HTMLButtonElement;
  button.type = 'button';
  const dialog = element(
    'dialog',
    'dlg',
    element('div', 'dlg__head', title),
    element(
      'div',
      'dlg__body',
      element('p', '', ...texts, ' son girişinizden sonra değişti. Dilerseniz şimdi okuyun.'),
    ),
    element('div', 'dlg__foot', button),
  ) as HTMLDialogElement;
  dialog.setAttribute('aria-labelledby', title.id);
  button.addEventListener('click', () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve();
    });
  });
}

/** Opens beside this page: the sign-in is not over yet. */
function link({ slug, title }: ChangedLegalText): HTMLElement {
  const anchor = element('a', '', title) as HTMLAnchorElement;
  anchor.href = paths.legalText(slug);
  anchor.target = '_blank';
  anchor.rel = 'noopener';
  return anchor;
}

function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}
