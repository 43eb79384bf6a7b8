import { atom } from 'nanostores';
import type { Site } from '../../../contract/site.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, sentenceOf } from '../calls.ts';
import { createForm } from '../form.store.ts';

type SocialLink = Site['social'][number];

const blank: Site = {
  name: '',
  tagline: '',
  legal_name: '',
  tax_line: '',
  city: '',
  address: '',
  hours: '',
  email: '',
  phone: '',
  whatsapp: '',
  whatsapp_text: '',
  social: [],
  footer_title: '',
  footer_text: '',
  copyright: '',
  workshops_banner: '',
  reviews_enabled: true,
  pre_meeting_enabled: true,
};

export const form = createForm<Site>({
  room: 'site',
  blank,
  failure: (error) => sentenceOf(error, 'Site bilgileri kaydedilemedi.'),
});

/** Whether the form shows what is saved, or why not. */
export const $opened = atom<{ ready: boolean; failure?: string }>({ ready: false });

export async function openSite(): Promise<void> {
  $opened.set({ ready: false });
  try {
    form.open('site', await adminCall('GET /api/site'));
    $opened.set({ ready: true });
  } catch (error) {
    $opened.set({ ready: false, failure: sentenceOf(error, 'Site bilgileri alınamadı.') });
  }
}

export async function saveSite(): Promise<void> {
  const saved = await form.submit(({ values, signal }) =>
    adminCall('PUT /api/admin/site', { body: values }, { signal }),
  );
  if (!saved) return;
  form.open('site', saved);
  toast('Site bilgileri kaydedildi. Sayfalarda görünmesi için yayınlayın.');
}

const social = () => form.$form.get().values.social;

export function addSocial(): void {
  form.set('social', [...social(), { label: '', url: '', icon: 'globe' }]);
}

export function removeSocial(index: number): void {
  form.set('social', social().toSpliced(index, 1));
}

export function setSocial(index: number, change: Partial<SocialLink>): void {
  form.set('social', social().with(index, { ...(social()[index] as SocialLink), ...change }));
}
