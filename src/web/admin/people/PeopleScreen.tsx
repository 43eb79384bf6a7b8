import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import * as icons from '../../ui/icons.ts';
import { ErrorNote, OkNote } from '../../ui/States.tsx';
import { FormField } from '../ui/FormFields.tsx';
import { $erased, erasePerson, exportPerson, form } from './people.store.ts';
import { erasedWords } from './people.ts';

/** What the law asks of the practice when somebody writes: a copy of their data, or its end. */
export default function PeopleScreen() {
  const { failure, busy } = useStore(form.$form);
  const erased = useStore($erased);
  useEffect(() => {
    form.open('new', { email: '' });
    $erased.set(undefined);
    return form.close;
  }, []);
  return (
    <section className="panel form panel--narrow">
      <p>
        Bir kişi verilerinin kopyasını ya da silinmesini istediğinde e-posta adresini yazın. Hesabı olması gerekmez:
        gönderdiği mesajlar ve siparişlerdeki adı da bulunur.
      </p>
      {failure && <ErrorNote text={failure} />}
      {erased && <OkNote text={erasedWords(erased)} />}
      <FormField form={form} name="email" label="E-posta adresi" type="email" autoComplete="off" maxLength={254} />
      <div className="acts acts--start">
        <Button busy={busy} onClick={() => void exportPerson()}>
          <Icon of={icons.download} />
          Verileri indir
        </Button>
        <Button kind="line" className="btn--del" disabled={busy} onClick={() => void erasePerson()}>
          <Icon of={icons.trash} />
          Kalıcı olarak sil
        </Button>
      </div>
    </section>
  );
}
