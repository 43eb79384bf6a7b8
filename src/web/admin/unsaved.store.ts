import { atom } from 'nanostores';
import { ask } from './confirm.store.ts';

const names = new Set<string>();

/** Whether some form holds changes that are saved nowhere but here. */
export const $unsaved = atom(false);

/** A form says whether it holds unsaved changes. */
export function markUnsaved(form: string, unsaved: boolean): void {
  if (unsaved) names.add(form);
  else names.delete(form);
  $unsaved.set(names.size > 0);
}

/** Asks before unsaved changes are left behind; yes forgets them. */
export async function mayLeave(): Promise<boolean> {
  if (!$unsaved.get()) return true;
  const leave = await ask({
    title: 'Kaydedilmemiş değişiklikler var',
    text: 'Bu sayfadan ayrılırsanız yaptığınız değişiklikler kaydedilmez.',
    yes: 'Kaydetmeden ayrıl',
    no: 'Sayfada kal',
    danger: true,
  });
  if (leave) {
    names.clear();
    $unsaved.set(false);
  }
  return leave;
}

if (typeof window !== 'undefined') {
  addEventListener('beforeunload', (event) => {
    if ($unsaved.get()) event.preventDefault();
  });
}

/** Leaves the admin area for good, without the browser asking once more. */
export function navigateOut(path: string): void {
  names.clear();
  $unsaved.set(false);
  location.replace(path);
}
