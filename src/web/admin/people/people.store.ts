import { atom } from 'nanostores';
import { saveFile } from '../../ui/saveFile.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, sentenceOf } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { refreshCounts } from '../counts.store.ts';
import { createForm } from '../form.store.ts';
import type { Erased } from './people.ts';

/** Whose data is asked for: personal data itself. */
export const form = createForm({
  room: 'person',
  blank: { email: '' },
  check: ({ email }) => (email.trim() ? {} : { email: 'Lütfen e-posta girin.' }),
  failure: (error) => sentenceOf(error, 'İşlem tamamlanamadı. Lütfen tekrar deneyin.'),
  fleeting: true,
});

/** What the last erasing took away. */
export const $erased = atom<Erased | undefined>();

/** Everything held about an address, account or not, as a file to hand over. */
export async function exportPerson(): Promise<void> {
  $erased.set(undefined);
  const data = await form.submit(({ values }) => adminCall('POST /api/admin/people/export', { body: values }));
  if (!data) return;
  saveFile('kisisel-veriler.json', JSON.stringify(data, null, 2), 'application/json');
  toast('Kişisel veriler indirildi.');
}

/** Erases it for good, after asking. */
export async function erasePerson(): Promise<void> {
  $erased.set(undefined);
  const { email } = form.$form.get().values;
  if (email.trim()) {
    const sure = await ask({
      title: 'Bu kişinin verileri silinsin mi?',
      text: `${email.trim()} adresine ait hesap, sepet, mesajlar, bekleyen e-postalar ve katılımcı adları kalıcı olarak silinir; siparişler kişisiz kalır. Bu işlem geri alınamaz.`,
      yes: 'Kalıcı olarak sil',
      danger: true,
    });
    if (!sure) return;
  }
  const reply = await form.submit(({ values }) => adminCall('POST /api/admin/people/erase', { body: values }));
  if (!reply) return;
  $erased.set({ email: email.trim(), counts: reply.erased });
  form.open('new', { email: '' });
  toast(reply.message);
  await refreshCounts();
}
