import { consultingTexts } from '../../../contract/consulting.texts.ts';
import type { AdminService } from '../../../contract/consulting.ts';
import { isDoneBefore, sendDraftOnce } from '../../sendOnce.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, adminUpload, errorMessage, loadMessage } from '../calls.ts';
import { confirmDeletion, trashHint } from '../deletion.ts';
import { createEditor } from '../editor.store.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { blankService, checkService, toBody, toValues } from './consulting.ts';

export const filters = createFilters(searchOf('services'), {});
export const list = createList({
  filters,
  size: 20,
  load: ({ paging, signal }) => adminPage('GET /api/admin/consulting', { query: paging }, { signal }),
  failure: (error) => loadMessage(error, 'Hizmetler yüklenemedi.'),
});

export const editor = createEditor({
  name: 'service',
  blank: blankService,
  toValues,
  check: checkService,
  failure: (error) =>
    isDoneBefore(error)
      ? 'Önceki denemenizdeki hizmet eklendi. Bu başka bir hizmetse yeniden ekleyin.'
      : errorMessage(error, 'İşlem başarısız.'),
  async send({ values, onProgress, signal }, stored: AdminService | undefined, base) {
    const body = toBody(values, base);
    if (!stored)
      return sendDraftOnce('service', (headers) =>
        adminUpload('POST /api/consulting', { body: body as FormData, headers }, onProgress, signal),
      );
    const params = { id: stored.id };
    if (body instanceof FormData) return adminUpload('PUT /api/consulting/:id', { params, body }, onProgress, signal);
    return adminCall('PUT /api/consulting/:id', { params, body }, { signal });
  },
  async afterSave({ message }) {
    toast(message);
    editor.startNew();
    await list.reload();
  },
});

export async function save(): Promise<void> {
  await editor.save();
  const [sentence] = Object.values(editor.form.$form.get().problem.fields);
  if (sentence) toast({ text: sentence, tone: 'err' });
}

export async function remove(service: AdminService): Promise<void> {
  const removed = await confirmDeletion({
    title: 'Silmek istediğinize emin misiniz?',
    text: `“${service.title}” danışmanlık sayfasından kalkar. ${trashHint}`,
    call: () => adminCall('DELETE /api/consulting/:id', { params: { id: service.id } }),
    done: consultingTexts.deleted,
    failed: 'Silme başarısız.',
    trash: { entity: 'service', id: service.id, onRestored: () => list.reload() },
  });
  if (!removed) return;
  editor.onDeleted(service);
  await list.reload();
}
