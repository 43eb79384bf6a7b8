import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { serverNow } from '../../serverClock.ts';
import { ErrorNote, Loading } from '../../ui/States.tsx';
import { Conflict } from '../ui/Conflict.tsx';
import { bindFields, FormCheck, FormField, FormText } from '../ui/FormFields.tsx';
import { FormPage } from '../ui/FormPage.tsx';
import { $opened, editor, loadSettings } from './paymentSettings.store.ts';
import { compareSettings, holidaysHint, ibanHint, settingLabels } from './paymentSettings.ts';

const { form } = editor;
const field = bindFields(form, settingLabels);

/** The account that buyers pay to, the ways to pay, the due date and the days without work. */
export default function PaymentSettingsScreen() {
  const opened = useStore($opened);
  useEffect(() => void loadSettings(), []);
  if (opened.state === 'failed') return <ErrorNote text={opened.message} onRetry={() => void loadSettings()} />;
  if (opened.state !== 'loaded') return <Loading shapes={['panel']} />;
  return (
    <>
      <Settings takesCards={opened.value !== 'none'} />
      <Conflict editor={editor} what="Ödeme ayarları" compare={compareSettings} />
    </>
  );
}

function Settings({ takesCards }: { takesCards: boolean }) {
  const { values, problem } = useStore(form.$form);
  return (
    <FormPage form={form} save="Güncelle" onSave={() => void editor.save()}>
      <h2>Hesap</h2>
      <FormField {...field('transfer.holder')} hint="Boş bırakırsanız resmî unvanınız yazılır." maxLength={120} />
      <FormField
        {...field('transfer.iban')}
        hint={ibanHint(values['transfer.iban'])}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
      />
      <FormField {...field('transfer.bank')} maxLength={80} optional />
      <h2>Ödeme yolları</h2>
      {problem.fields['transfer.enabled'] && <ErrorNote text={problem.fields['transfer.enabled']} />}
      <FormCheck {...field('transfer.enabled')} />
      <FormCheck {...field('onsite.enabled')} />
      {takesCards && <FormCheck {...field('card.enabled')} />}
      <h2>Süre</h2>
      <FormField {...field('days_before')} inputMode="numeric" />
      <FormField {...field('warn_hours')} hint="Alıcıya bir kez e-posta gider; gece gitmez." inputMode="numeric" />
      <FormText {...field('holidays')} hint={holidaysHint(values.holidays, serverNow())} rows={8} />
    </FormPage>
  );
}
