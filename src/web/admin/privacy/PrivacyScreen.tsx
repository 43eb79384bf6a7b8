import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useErrorFocus } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { OkNote, Status } from '../../ui/States.tsx';
import { FormField } from '../ui/FormFields.tsx';
import { FormNote } from '../ui/FormNote.tsx';
import * as icons from '../ui/icons.ts';
import { $erasure, $nothing, clearAnswers, erasePerson, exportPerson, form } from './privacy.store.ts';
import { erasureMessage } from './privacy.ts';

/** Exports or erases the data of a person who asked for it. */
export default function PrivacyScreen() {
  const { problem, sending, rejections } = useStore(form.$form);
  const element = useErrorFocus<HTMLElement>(rejections);
  const erased = useStore($erasure);
  const nothing = useStore($nothing);
  useEffect(() => {
    form.open('new', { person: '' });
    clearAnswers();
    return form.close;
  }, []);
  return (
    <section className="panel form panel--narrow" ref={element}>
      <p>
        Bir kişi verilerinin kopyasını ya da silinmesini istediğinde e-posta adresini yazın. Hesabı olması gerekmez:
        gönderdiği mesajlar ve siparişlerdeki adı da bulunur. Adres bırakmadan telefonla sipariş verdiyse numarasını
        yazın.
      </p>
      <FormNote problem={problem} />
      {erased && <OkNote text={erasureMessage(erased)} />}
      {nothing && (
        <Status className="note note--info">
          <Icon of={icons.alert} />
          <p>{nothing}</p>
        </Status>
      )}
      <FormField
        form={form}
        name="person"
        label="E-posta adresi ya da telefon numarası"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
      />
      <div className="acts acts--start">
        <Button icon={icons.download} busy={sending} onClick={() => void exportPerson()}>
          Verileri indir
        </Button>
        <Button kind="line" icon={icons.trash} className="btn--err" busy={sending} onClick={() => void erasePerson()}>
          Kalıcı olarak sil
        </Button>
      </div>
    </section>
  );
}
