import { atom } from 'nanostores';
import { CallError } from '../../http.ts';
import { createEditForm } from '../../ui/editForm.ts';
import type { FieldErrors } from '../../ui/form.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, errorMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { withProof } from '../proof.store.ts';
import { watchScreen } from '../router.store.ts';
import { refreshStats } from '../stats.store.ts';
import {
  type Erasure,
  emptyMessage,
  isEmptyExport,
  personError,
  previewMessage,
  removedSentence,
  toBody,
} from './privacy.ts';

/** Asks for an address or a number, which is personal data itself: no draft of it is kept. */
export const form = createEditForm({
  name: 'person',
  blank: { person: '' },
  check: ({ person }): FieldErrors => {
    const error = personError(person);
    return error ? { person: error } : {};
  },
  failure: (error) => errorMessage(error, 'İşlem tamamlanamadı. Lütfen tekrar deneyin.'),
  noDraft: true,
  asksNothing: true,
});

/** Sends who is typed in the form. What the API refuses of an address or a number stands at that field. */
const submit = <R>(send: (body: ReturnType<typeof toBody>) => Promise<R>) =>
  form.submit(({ values }) =>
    send(toBody(values.person)).catch((error: unknown) => {
      const [person] = error instanceof CallError ? Object.values(error.fields) : [];
      throw error instanceof CallError && person
        ? new CallError(error.status, { ...error.body, fields: { person } })
        : error;
    }),
  );

/** What was erased last. */
export const $erasure = atom<Erasure | undefined>();

/** Says that nothing is stored about the person asked for last. */
export const $nothing = atom<string | undefined>();

/** Clears the messages about the person before. */
export function clearAnswers(): void {
  $erasure.set(undefined);
  $nothing.set(undefined);
}

/** Saves everything stored about a person as a file to hand over; says so where there is nothing. */
export async function exportPerson(): Promise<void> {
  clearAnswers();
  const data = await submit((body) =>
    withProof((proof) => adminCall('POST /api/admin/people/export', { body: { ...body, ...proof } })),
  );
  if (!data) return;
  if (isEmptyExport(data)) return $nothing.set(emptyMessage(form.$form.get().values.person.trim()));
  saveFile('kisisel-veriler.json', JSON.stringify(data, null, 2), 'application/json');
  toast('Kişisel veriler indirildi.');
}

/** Erases everything stored about a person, after saying what there is and asking. */
export async function erasePerson(): Promise<void> {
  clearAnswers();
  const isHere = watchScreen();
  const person = form.$form.get().values.person.trim();
  const preview = await submit((body) => adminCall('POST /api/admin/people/preview', { body }));
  if (!preview || !isHere()) return;
  const sure = await confirm({
    title: 'Bu kişinin verileri silinsin mi?',
    text: `${previewMessage(person, preview)} ${removedSentence(person)} Bu işlem geri alınamaz.`,
    yes: 'Kalıcı olarak sil',
    danger: true,
  });
  if (!sure) return;
  const reply = await submit((body) =>
    withProof((proof) => adminCall('POST /api/admin/people/erase', { body: { ...body, ...proof } })),
  );
  if (!reply) return;
  $erasure.set({ person, counts: reply.erased });
  form.open('new', { person: '' });
  toast(reply.message);
  await refreshStats();
}
