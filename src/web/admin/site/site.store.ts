import { atom } from 'nanostores';
import type { SavedSite, Site } from '../../../contract/site.ts';
import type { AsyncState } from '../../ui/asyncState.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminLoad, errorMessage } from '../calls.ts';
import { createEditor } from '../editor.store.ts';
import { refreshSetup } from '../setup/setup.store.ts';
import { socialIconOf, toValues } from './site.ts';

type SocialLink = Site['social'][number];

export const editor = createEditor({
  name: 'site',
  toValues,
  failure: (error) => errorMessage(error, 'Site bilgileri kaydedilemedi.'),
  send: ({ values, signal }, _, base: SavedSite | undefined) =>
    adminCall('PUT /api/admin/site', { body: { ...values, updated_at: base?.updated_at } }, { signal }),
  afterSave(saved) {
    editor.show(saved);
    void refreshSetup();
    toast('Site bilgileri kaydedildi. Sayfalar bir sonraki yayında yenilenir.');
  },
});

/** Whether the form shows the saved settings. */
export const $opened = atom<AsyncState<true>>({ state: 'idle' });

export function open(): Promise<void> {
  $opened.set({ state: 'loading' });
  return adminLoad($opened, 'Site bilgileri alınamadı.', async () => {
    editor.show(await adminCall('GET /api/site'));
    return true;
  });
}

const social = () => editor.form.$form.get().values.social;
const setSocial = (links: SocialLink[]) => editor.form.set('social', links);

export const addSocial = () => setSocial([...social(), { label: '', url: '', icon: 'globe' }]);
export const removeSocial = (index: number) => setSocial(social().toSpliced(index, 1));
/** Changes an account. Its icon follows name and address as long as it is the one that they give. */
export function changeSocial(index: number, change: Partial<SocialLink>): void {
  const before = social()[index] as SocialLink;
  const link = { ...before, ...change };
  const follows = !change.icon && before.icon === socialIconOf(before);
  setSocial(social().with(index, follows ? { ...link, icon: socialIconOf(link) } : link));
}
