import type { EditForm } from '../ui/editForm.ts';
import { $unsaved, forgetUnsaved } from '../ui/unsaved.ts';
import { confirm } from './confirm.store.ts';

/** Asks before unsaved changes are left behind; answers whether to go on. */
export async function confirmLeave(): Promise<boolean> {
  if (!$unsaved.get()) return true;
  const leave = await confirm({
    title: 'Kaydedilmemiş değişiklikler var',
    text: 'Bu sayfadan ayrılırsanız yaptığınız değişiklikler kaydedilmez.',
    yes: 'Kaydetmeden ayrıl',
    no: 'Sayfada kal',
    danger: true,
  });
  if (leave) forgetUnsaved();
  return leave;
}

/** Asks before changes in a form are dropped; answers whether to go on. */
export const confirmGiveUp = async (dirty: boolean): Promise<boolean> =>
  !dirty || confirm({ title: 'Değişikliklerden vazgeçilsin mi?', yes: 'Vazgeç', no: 'Düzenlemeye dön', danger: true });

/** Asks before a version takes the place of unsaved changes in a form; answers whether to go on. */
export const confirmRestore = async ({ $dirty }: Pick<EditForm<never>, '$dirty'>): Promise<boolean> =>
  !$dirty.get() ||
  confirm({
    title: 'Kaydedilmemiş değişiklikler silinsin mi?',
    text: 'Formda kaydetmediğiniz değişiklikler var; sürüme dönünce silinir.',
    yes: 'Sürüme dön',
    danger: true,
  });

/** Leaves the admin area without asking about unsaved changes. */
export function leaveAdmin(path: string): void {
  forgetUnsaved();
  location.replace(path);
}
