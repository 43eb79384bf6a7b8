import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { ErrorNote, Loading } from '../../ui/States.tsx';
import { Conflict } from '../ui/Conflict.tsx';
import { bindFields, FormCheck, FormField, FormText } from '../ui/FormFields.tsx';
import { FormPage } from '../ui/FormPage.tsx';
import { SocialLinks } from './SocialLinks.tsx';
import { $opened, editor, open } from './site.store.ts';
import { compareSite, hoursHint, nameHint, siteLabels } from './site.ts';

const { form } = editor;
const field = bindFields(form, siteLabels);

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
      <FormField {...field('name')} hint={nameHint(values.name, 18)} maxLength={60} />
      <FormField
        {...field('tagline')}
        hint={values.tagline.length > 24 ? nameHint(values.tagline, 24) : 'Üst çubukta adın altında durur.'}
        maxLength={80}
      />
      <FormField {...field('legal_name')} />
      <FormField {...field('tax_line')} />
      <h2>İletişim</h2>
      <FormField {...field('city')} />
      <FormField {...field('address')} />
      <FormField
        {...field('map_url')}
        hint="Haritadan kopyaladığınız bağlantı ya da koordinat. Boşsa harita adresinizi arar."
        optional
      />
      <FormField {...field('hours')} hint={hoursHint(values.hours)} optional />
      <FormField {...field('email')} type="email" />
      <FormField {...field('phone')} type="tel" />
      <FormField
        {...field('whatsapp')}
        hint="Örneğin 0532 111 22 33. Boşsa WhatsApp düğmesi görünmez."
        type="tel"
        optional
      />
      <FormField {...field('whatsapp_text')} />
      <h2>Sosyal hesaplar</h2>
      <SocialLinks />
      <h2>Sayfalar</h2>
      <FormField
        {...field('home_title')}
        hint="Adınızı, mesleğinizi ve şehrinizi yazın: sizi adınızla arayanlar bulur. Boşsa sayfanın kendi başlığı kullanılır."
        maxLength={70}
        optional
      />
      <FormField {...field('home_description')} maxLength={170} optional />
      <FormField {...field('workshops_banner')} hint="Boşsa şerit görünmez." optional />
      <FormField {...field('footer_title')} optional />
      <FormText {...field('footer_text')} />
      <FormField {...field('copyright')} />
      <FormField
        {...field('etbis_url')}
        hint="Sitesinden sipariş alan herkes önce etbis.ticaret.gov.tr’ye kaydolur. Oradaki kayıt adresiniz sayfa altında durur."
        optional
      />
      <FormCheck {...field('reviews_enabled')} />
      <FormCheck {...field('pre_meeting_enabled')} />
    </FormPage>
  );
}
