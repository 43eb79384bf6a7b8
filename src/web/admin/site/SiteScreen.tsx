import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { ErrorNote, Loading } from '../../ui/States.tsx';
import { Conflict } from '../ui/Conflict.tsx';
import { FormCheck, FormField, FormText } from '../ui/FormFields.tsx';
import { FormPage } from '../ui/FormPage.tsx';
import { SocialLinks } from './SocialLinks.tsx';
import { $opened, editor, open } from './site.store.ts';
import { compareSite, hoursHint, nameHint, siteLabels } from './site.ts';

const { form } = editor;

/** Identity, contact and switches of the practice; pages show them after the next release. */
export default function SiteScreen() {
  const opened = useStore($opened);
  useEffect(() => void open(), []);
  if (opened.state === 'failed') return <ErrorNote text={opened.message} onRetry={() => void open()} />;
  if (opened.state !== 'loaded') return <Loading shapes={['panel']} />;
  return (
    <>
      <Settings />
      <Conflict editor={editor} what="Site bilgileri" compare={compareSite} />
    </>
  );
}

function Settings() {
  const { values } = useStore(form.$form);
  return (
    <FormPage form={form} save="Güncelle" onSave={() => void editor.save()}>
      <h2>Kimlik</h2>
      <FormField form={form} name="name" label={siteLabels.name} hint={nameHint(values.name, 18)} maxLength={60} />
      <FormField
        form={form}
        name="tagline"
        label={siteLabels.tagline}
        hint={values.tagline.length > 24 ? nameHint(values.tagline, 24) : 'Üst çubukta adın altında durur.'}
        maxLength={80}
      />
      <FormField form={form} name="legal_name" label={siteLabels.legal_name} />
      <FormField form={form} name="tax_line" label={siteLabels.tax_line} />
      <h2>İletişim</h2>
      <FormField form={form} name="city" label={siteLabels.city} />
      <FormField form={form} name="address" label={siteLabels.address} />
      <FormField
        form={form}
        name="map_url"
        label={siteLabels.map_url}
        hint="Haritadan kopyaladığınız bağlantı ya da koordinat. Boşsa harita adresinizi arar."
        optional
      />
      <FormField form={form} name="hours" label={siteLabels.hours} hint={hoursHint(values.hours)} optional />
      <FormField form={form} name="email" label={siteLabels.email} type="email" />
      <FormField form={form} name="phone" label={siteLabels.phone} type="tel" />
      <FormField
        form={form}
        name="whatsapp"
        label={siteLabels.whatsapp}
        hint="Örneğin 0532 111 22 33. Boşsa WhatsApp düğmesi görünmez."
        type="tel"
        optional
      />
      <FormField form={form} name="whatsapp_text" label={siteLabels.whatsapp_text} />
      <h2>Sosyal hesaplar</h2>
      <SocialLinks />
      <h2>Sayfalar</h2>
      <FormField
        form={form}
        name="home_title"
        label={siteLabels.home_title}
        hint="Adınızı, mesleğinizi ve şehrinizi yazın: sizi adınızla arayanlar bulur. Boşsa sayfanın kendi başlığı kullanılır."
        maxLength={70}
        optional
      />
      <FormField form={form} name="home_description" label={siteLabels.home_description} maxLength={170} optional />
      <FormField
        form={form}
        name="workshops_banner"
        label={siteLabels.workshops_banner}
        hint="Boşsa şerit görünmez."
        optional
      />
      <FormField form={form} name="footer_title" label={siteLabels.footer_title} optional />
      <FormText form={form} name="footer_text" label={siteLabels.footer_text} />
      <FormField form={form} name="copyright" label={siteLabels.copyright} />
      <FormField
        form={form}
        name="etbis_url"
        label={siteLabels.etbis_url}
        hint="Sitesinden sipariş alan herkes önce etbis.ticaret.gov.tr’ye kaydolur. Oradaki kayıt adresiniz sayfa altında durur."
        optional
      />
      <FormCheck form={form} name="reviews_enabled" label={siteLabels.reviews_enabled} />
      <FormCheck form={form} name="pre_meeting_enabled" label={siteLabels.pre_meeting_enabled} />
    </FormPage>
  );
}
