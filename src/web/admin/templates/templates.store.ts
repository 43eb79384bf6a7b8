import { atom } from 'nanostores';
import type { SavedTemplates, Template } from '../../../contract/templates.ts';
import type { AsyncState } from '../../ui/asyncState.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminLoad, errorMessage } from '../calls.ts';
import { createEditor } from '../editor.store.ts';
import { moveItem } from '../moveItem.ts';
import { blankTemplates, checkTemplates, type Place, toValues } from './templates.ts';

/** The stored templates, which answers to comments and enquiries offer. */
export const $templates = atom<AsyncState<SavedTemplates>>({ state: 'idle' });

export const loadTemplates = (): Promise<void> =>
  adminLoad($templates, 'Hazır yanıtlar alınamadı.', () => adminCall('GET /api/admin/answer-templates'));

export const editor = createEditor({
  name: 'answer-templates',
  blank: blankTemplates,
  nested: true,
  toValues,
  check: checkTemplates,
  failure: (error) => errorMessage(error, 'Hazır yanıtlar kaydedilemedi.'),
  send: ({ values, signal }, _, base: SavedTemplates | undefined) =>
    adminCall('PUT /api/admin/answer-templates', { body: { ...values, updated_at: base?.updated_at } }, { signal }),
  afterSave(saved) {
    $templates.set({ state: 'loaded', value: saved });
    editor.show(saved);
    toast('Hazır yanıtlar kaydedildi.');
  },
});

export async function open(): Promise<void> {
  await loadTemplates();
  const found = $templates.get();
  if (found.state === 'loaded') editor.show(found.value);
}

const read = (place: Place): Template[] => editor.form.$form.get().values[place];
const write = (place: Place, templates: Template[]) => editor.form.set(place, templates);

export const add = (place: Place) => write(place, [...read(place), { title: '', text: '' }]);
export const remove = (place: Place, index: number) => write(place, read(place).toSpliced(index, 1));
export const move = (place: Place, from: number, to: number) => write(place, moveItem(read(place), from, to));
export const change = (place: Place, index: number, part: Partial<Template>) =>
  write(place, read(place).with(index, { ...(read(place)[index] as Template), ...part }));
