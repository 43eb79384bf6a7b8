import type { AdminService } from '../../../contract/consulting.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, adminUpload, sentenceOf, unlessGone } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { createEditing } from '../editing.store.ts';
import { createForm, type Form } from '../form.store.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { blankService, checkService, type ServiceValues, toBody, toValues } from './consulting.ts';

export const filters = createFilters(searchOf('services'), {});
export const list = createList({
  filters,
  size: 20,
  load: ({ paging, signal }) => adminPage('GET /api/admin/consulting', { query: paging }, { signal }),
  failure: () => 'Hizmetler yüklenemedi.',
});

export const form: Form<ServiceValues> = createForm({
  room: 'service',
  blank: blankService,
  check: (values) => checkService(values, $service.get()?.image_url),
  failure: (error) => sentenceOf(error, 'İşlem başarısız.'),
});

const editing = createEditing(form, blankService, toValues);
export const { $stored: $service, $conflict, startNew, edit, takeTheirs } = editing;

/** Saves what is in the form; `over` is the state to write over, when two people edited it. */
export async function save(over = $service.get()): Promise<void> {
  $conflict.set(undefined);
  const service = $service.get();
  const saved = await form.submit(async ({ values, onProgress, signal }) => {
    const body = toBody(values, service && over);
    try {
      if (!service) return await adminUpload('POST /api/consulting', { body: body as FormData }, onProgress, signal);
      const params = { id: service.id };
      if (body instanceof FormData) {
        return await adminUpload('PUT /api/consulting/:id', { params, body }, onProgress, signal);
      }
      return await adminCall('PUT /api/consulting/:id', { params, body }, { signal });
    } catch (error) {
      if (!editing.keepConflict(error) && !signal.aborted) toast({ text: 'İşlem başarısız.', tone: 'err' });
      throw error;
    }
  });
  if (!saved) {
    const [sentence] = Object.values(form.$form.get().errors);
    if (sentence) toast({ text: sentence, tone: 'err' });
    return;
  }
  toast(service ? 'Güncellendi' : 'Eklendi');
  startNew();
  await list.reload();
}

export async function remove(service: AdminService): Promise<void> {
  const sure = await ask({
    title: 'Silmek istediğinize emin misiniz?',
    text: `“${service.title}” danışmanlık sayfasından kalkar; geri alınamaz.`,
    yes: 'Sil',
    danger: true,
  });
  if (!sure) return;
  try {
    await unlessGone(adminCall('DELETE /api/consulting/:id', { params: { id: service.id } }));
  } catch {
    return toast({ text: 'Silme başarısız.', tone: 'err' });
  }
  toast('Silindi');
  editing.leave(service.id);
  await list.reload();
}
