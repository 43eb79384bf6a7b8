import { loadServices } from './consulting.store.ts';

/**
 * 'Detaylı Bilgi': fills the opened dialog with the whole description. If it cannot be loaded, the page with all
 * descriptions opens instead.
 */
export function startServiceDialog(): void {
  const dialog = document.getElementById('hizmet') as HTMLDialogElement;
  const part = (selector: string) => dialog.querySelector(selector) as HTMLElement;
  document.addEventListener('dialog-opened', async ({ detail: { dialog: opened, data } }) => {
    if (opened !== dialog) return;
    const { service = '', name = '', note = '', page = '' } = data;
    part('h2').textContent = name;
    part('.pill').textContent = note;
    part('.pill').hidden = !note;
    part('.dlg__text').textContent = 'Yükleniyor...';
    Object.assign(part('[data-opens]').dataset, { serviceId: service, serviceName: name });
    try {
      const found = (await loadServices())?.find((each) => each.id === service);
      if (part('h2').textContent === name) part('.dlg__text').textContent = found?.description || 'Detay bulunamadı.';
    } catch {
      if (dialog.open) location.href = page;
    }
  });
}
