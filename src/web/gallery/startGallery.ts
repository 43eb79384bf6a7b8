import { readPicture } from '../../shared/pictures.ts';

/** Starts the filter buttons. An empty category shows all sets. */
export function startFilter(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.filters button')];
  const sets = [...document.querySelectorAll<HTMLElement>('.set')];
  for (const button of buttons) {
    button.addEventListener('click', () => {
      const wanted = button.dataset.category;
      for (const each of buttons) each.setAttribute('aria-pressed', String(each === button));
      for (const set of sets) set.hidden = Boolean(wanted) && set.dataset.category !== wanted;
    });
  }
}

/** Shows a clicked picture large, with arrows through the pictures of its set. */
export function startViewer(): void {
  const dialog = document.getElementById('buyuk') as HTMLDialogElement;
  const [title, image, count] = ['h2', 'img', 'p'].map((tag) => dialog.querySelector(tag)) as [
    HTMLElement,
    HTMLImageElement,
    HTMLElement,
  ];
  let buttons: HTMLElement[] = [];
  let index = 0;

  const show = (next: number) => {
    index = (next + buttons.length) % buttons.length;
    const { full = '', alt = '' } = buttons[index]?.dataset ?? {};
    const stored = readPicture(full);
    image.removeAttribute('srcset');
    if (stored)
      Object.assign(image, { width: stored.width, height: stored.height, sizes: '100vw', srcset: stored.webp });
    Object.assign(image, { src: full, alt });
    count.textContent = [`${index + 1} / ${buttons.length}`, alt].filter(Boolean).join(' · ');
  };
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-full]') : null;
    const set = button?.closest('.set');
    if (!button || !set) return;
    buttons = [...set.querySelectorAll<HTMLElement>('[data-full]')];
    title.textContent = set.querySelector('h2')?.textContent ?? '';
    dialog.dataset.single = String(buttons.length < 2);
    show(buttons.indexOf(button));
    dialog.showModal();
  });
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') show(index - 1);
    if (key === 'ArrowRight') show(index + 1);
  });
  dialog.querySelector('[data-step="-1"]')?.addEventListener('click', () => show(index - 1));
  dialog.querySelector('[data-step="1"]')?.addEventListener('click', () => show(index + 1));
}
