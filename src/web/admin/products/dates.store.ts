import { atom } from 'nanostores';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { CallError } from '../../http.ts';
import { isDoneBefore, sendOnce } from '../../sendOnce.ts';
import { createEditForm } from '../../ui/editForm.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, errorMessage } from '../calls.ts';
import { refreshStats } from '../stats.store.ts';
import { list } from './products.store.ts';
import { checkDates, weeklyDates } from './products.ts';

/** The product that gets further dates, while its dialog is open. */
export const $dated = atom<AdminProduct | undefined>();

export const datesForm = createEditForm({
  name: 'product-dates',
  blank: { date: '', time: '', weeks: '1' },
  check: checkDates,
  failure: (error) =>
    isDoneBefore(error)
      ? 'Önceki denemenizdeki tarihler eklendi. Bunlar başka tarihlerse yeniden ekleyin.'
      : errorMessage(error, 'Tarihler eklenemedi.'),
  noDraft: true,
});

export function openDates(product: AdminProduct): void {
  datesForm.open(product.id, { date: '', time: product.time, weeks: '1' });
  $dated.set(product);
}

export function closeDates(): void {
  // Dates that are being added still say so.
  if (!datesForm.$form.get().sending) datesForm.close();
  $dated.set(undefined);
}

export async function addDates(): Promise<void> {
  const id = $dated.get()?.id ?? '';
  const added = await datesForm.submit(({ values: { date, time, weeks } }) => {
    const dates = weeklyDates(date, Number(weeks)).map((day) => ({ date: day, time }));
    return sendOnce(`dates ${id}`, (headers) =>
      adminCall('POST /api/admin/product/:id/dates', { params: { id }, body: { dates } }, { headers }),
    ).catch((error) => {
      // The dates may have been added: only the answer was lost.
      void list.reload();
      if (error instanceof CallError && error.fields.dates)
        throw new CallError(error.status, { ...error.body, fields: { date: error.fields.dates } });
      throw error;
    });
  });
  if (!added) return;
  closeDates();
  toast(added.message);
  await Promise.all([list.reload(), refreshStats()]);
}
