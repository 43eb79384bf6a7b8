import { useState } from 'react';
import type { Order } from '../../contract/orders.ts';
import { waitlistTexts } from '../../contract/waitlist.texts.ts';
import { isName, joinName } from '../../shared/names.ts';
import { useForm } from '../account/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field, SelectField } from '../ui/Field.tsx';
import type { FieldErrors } from '../ui/form.ts';
import { ErrorNote } from '../ui/States.tsx';
import { ownSeats } from './orders.ts';
import { renameParticipant } from './seatChanges.store.ts';

/** Corrects a typing mistake in a participant's name. */
export default function RenameDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const people = ownSeats(order).map((person) => ({ position: person.position, fullName: joinName(person) }));
  const [position, setPosition] = useState(people[0]?.position ?? 1);
  /** Names by position as they are in the form, also of those not shown. */
  const [typed] = useState(() => new Map(people.map((person) => [person.position, person.fullName])));
  const { form, submit, field, problem } = useForm({
    check: ({ fullName = '' }): FieldErrors => (isName(fullName) ? {} : { fullName: waitlistTexts.fullName }),
    async send({ fullName = '' }) {
      const outcome = await renameParticipant(order, position, fullName);
      if (!outcome) onClose();
      return outcome;
    },
  });
  const foot = (
    <Button kind="accent" {...submit} form="ad-duzelt">
      Kaydet
    </Button>
  );
  return (
    <Dialog onClose={onClose} title="Adı düzeltin" lead={order.event_title} closeLabel="Vazgeç" foot={foot}>
      <form className="form" id="ad-duzelt" {...form}>
        {people.length > 1 && (
          <SelectField label="Katılımcı" value={position} onChange={({ target }) => setPosition(Number(target.value))}>
            {people.map((person) => (
              <option key={person.position} value={person.position}>
                {person.fullName}
              </option>
            ))}
          </SelectField>
        )}
        <Field
          key={position}
          label="Ad soyad"
          {...field('fullName')}
          maxLength={120}
          autoComplete="off"
          defaultValue={typed.get(position)}
          onChange={({ target }) => typed.set(position, target.value)}
          hint="Yer başka birine geçecekse bunun yerine “Yerimi devret” seçeneğini kullanın."
          required
        />
        {problem.message && <ErrorNote text={problem.message} />}
      </form>
    </Dialog>
  );
}
