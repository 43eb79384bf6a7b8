import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { ErrorNote, Loading } from '../../ui/States.tsx';
import { FormField, FormText } from '../ui/FormFields.tsx';
import { FormPage } from '../ui/FormPage.tsx';
import { SocialLinks } from './SocialLinks.tsx';
import { $opened, form, openSite, saveSite } from './site.store.ts';

/** Identity, contact and switches of the practice. Pages show them with the next publishing. */
export default function SiteScreen() {
  const { ready, failure } = useStore($opened);
  useEffect(() => void openSite(), []);
  if (failure) return <ErrorNote text={failure} onRetry={() => void openSite()} />;
  if (!ready) return <Loading shapes={['panel']} />;
  return (
    <FormPage form={form} save="Güncelle" onSave={() => void saveSite()}>
      <h2>Kimlik</h2>
      <FormField form={form} name="name" label="Merkezin adı" />
      <FormField form={form} name="tagline" label="Kısa tanıtım satırı" hint="Üst çubukta adın altında durur." />
      <FormField form={form} name="legal_name" label="Resmî unvan" />
      <FormField form={form} name="tax_line" label="Vergi bilgisi" />
      <h2>İletişim</h2>
      <FormField form={form} name="city" label="Şehir" />
      <FormField form={form} name="address" label="Adres" />
      <FormField form={form} name="hours" label="Çalışma saatleri" />
      <FormField form={form} name="email" label="E-posta" type="email" />
      <FormField form={form} name="phone" label="Telefon" type="tel" />
      <FormField
        form={form}
        name="whatsapp"
        label="WhatsApp numarası"
        hint="Ülke koduyla: +90 500 000 00 00"
        type="tel"
      />
      <FormField form={form} name="whatsapp_text" label="WhatsApp’ta hazır gelecek cümle" />
      <h2>Sosyal hesaplar</h2>
      <SocialLinks />
      <h2>Sayfalar</h2>
      <FormField form={form} name="workshops_banner" label="Atölyeler sayfasının duyurusu" />
      <FormField form={form} name="footer_title" label="Sayfa altı başlığı" />
      <FormText form={form} name="footer_text" label="Sayfa altı metni" />
      <FormField form={form} name="copyright" label="Telif satırı" />
      <Switch name="reviews_enabled" label="Anasayfada danışan yorumlarını göster" />
      <Switch name="pre_meeting_enabled" label="Koçluk sayfasında ücretsiz ön görüşmeyi duyur" />
    </FormPage>
  );
}

function Switch({ name, label }: { name: 'reviews_enabled' | 'pre_meeting_enabled'; label: string }) {
  const { values } = useStore(form.$form);
  return (
    <label className="check">
      <input type="checkbox" checked={values[name]} onChange={(event) => form.set(name, event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}
