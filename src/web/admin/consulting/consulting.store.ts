import { atom } from 'nanostores';
import type { AdminService } from '../../../contract/consulting.ts';
import { CallError } from '../../http.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, adminUpload, sentenceOf } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { createForm } from '../form.store.ts';
import { createFilters, createList } from '../list.store.ts';
import { mayLeave } from '../unsaved.store.ts';
import { blankService, checkService, type ServiceValues, toBody, toValues } from './consulting.ts';

/** The service in the form as it was opened; undefined while a new one is written. */
export const $service = atom<AdminService | undefined>();
/** The same service as somebody else saved it meanwhile. */
export const $conflict = atom<AdminService | undefined>();

export const filters = createFilters('services', {});
export const list = createList({
  filters,
  size: 20,
  load: ({ paging, signal }) => adminPage('GET /api/admin/consulting', { query: paging }, { signal }),
  failure: () => 'Hizmetler yüklenemedi.',
});

export const form = createForm<ServiceValues>({
  room: 'service',
  blank: blankService,
  check: (values) => checkService(values, $service.get()?.image_url),
  failure: (error) => sentenceOf(error, 'İşlem başarısız.'),
});

function show(service: AdminService | undefined): void {
  $service.set(service);
  form.open(service?.id ?? 'new', service ? toValues(service) : blankService);
}

/** An empty form: when the screen opens, and after a save or 'Vazgeç'. */
export const startNew = (): void => show(undefined);

/** Scrolls to the top and fills the form (SPEC.md 2), after asking about what is unsaved in it. */
export async function edit(service: AdminService): Promise<void> {
  if ($service.get()?.id === service.id || !(await mayLeave())) return;
  show(service);
  scrollTo({ top: 0, behavior: 'smooth' });
}

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
      if (error instanceof CallError && error.code === 'edit_conflict')
        $conflict.set(error.body.current as AdminService);
      else if (!signal.aborted) toast({ text: 'İşlem başarısız.', tone: 'err' });
      throw error;
    }
  });
  const { errors } = form.$form.get();
  if (!saved) {
    const [sentence] = Object.values(errors);
    if (sentence) toast({ text: sentence, tone: 'err' });
    return;
  }
  toast(service ? 'Güncellendi' : 'Eklendi');
  startNew();
  await list.reload();
}

/** The other person's state into the form. */
export function takeTheirs(): void {
  const theirs = $conflict.get();
  $conflict.set(undefined);
  form.reset();
  if (theirs) show(theirs);
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
    await adminCall('DELETE /api/consulting/:id', { params: { id: service.id } });
  } catch (error) {
    // Gone already, by somebody else: that is what was wanted, and is said the same way.
    if (!(error instanceof CallError && error.code === 'not_found')) {
      return toast({ text: 'Silme başarısız.', tone: 'err' });
    }
  }
  toast('Silindi');
  if ($service.get()?.id === service.id) {
    form.reset();
    startNew();
  }
  await list.reload();
}
