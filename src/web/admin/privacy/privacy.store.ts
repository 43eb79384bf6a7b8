import { atom } from 'nanostores';
import { emailTexts } from '../../../shared/texts.ts';
import { createEditForm } from '../../ui/editForm.ts';
import type { FieldErrors } from '../../ui/form.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, errorMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { refreshStats } from '../stats.store.ts';
import { type Erasure, emptyMessage, isEmptyExport, previewMessage } from './privacy.ts';

/** Asks for the e-mail address, which is personal data itself: no draft of it is kept. */
export const form = createEditForm({
  name: 'person',
  blank: { email: '' },
  check: ({ email }): FieldErrors => (email.trim() ? {} : { email: emailTexts.missing }),
  failure: (error) => errorMessage(error, 'İşlem tamamlanamadı. Lütfen tekrar deneyin.'),
  noDraft: true,
});

/** What was erased last. */
export const $erasure = atom<Erasure | undefined>();

/** Says that nothing is stored about the address asked for last. */
export const $nothing = atom<string | undefined>();

/** Clears the messages about the address before. */
export function clearAnswers(): void {
  $erasure.set(undefined);
  $nothing.set(undefined);
}

/** Saves everything stored about an address as a file to hand over; says so where there is nothing. */
export async function exportPerson(): Promise<void> {
  clearAnswers();
  const data = await form.submit(({ values }) => adminCall('POST /api/admin/people/export', { body: values }));
  if (!data) return;
  if (isEmptyExport(data)) return $nothing.set(emptyMessage(form.$form.get().values.email.trim()));
  saveFile('kisisel-veriler.json', JSON.stringify(data, null, 2), 'application/json');
  toast('Kişisel veriler indirildi.');
}

/** Erases everything stored about an address, after saying what there is and asking. */
export async function erasePerson(): Promise<void> {
  clearAnswers();
  const { email } = form.$form.get().values;
  const preview = await form.submit(({ values }) => adminCall('POST /api/admin/people/preview', { body: values }));
  if (!preview) return;
  const sure = await confirm({
    title: 'Bu kişinin verileri silinsin mi?',
    text: `${previewMessage(email.trim(), preview)} Hesap, sepet, mesajlar, bekleyen e-postalar ve katılımcı adları kalıcı olarak silinir; siparişler kişisiz kalır. Bu işlem geri alınamaz.`,
    yes: 'Kalıcı olarak sil',
    danger: true,
  });
  if (!sure) return;
  const reply = await form.submit(({ values }) => adminCall('POST /api/admin/people/erase', { body: values }));
  if (!reply) return;
  $erasure.set({ email: email.trim(), counts: reply.erased });
  form.open('new', { email: '' });
  toast(reply.message);
  await refreshStats();
}
