import { useState } from 'react';
import { waitlistTexts } from '../../../contract/waitlist.texts.ts';
import { isName, joinName } from '../../../shared/names.ts';
import { useForm } from '../../account/useForm.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import type { FieldErrors } from '../../ui/form.ts';
import { ErrorNote } from '../../ui/States.tsx';
import { confirmGiveUp } from '../leave.store.ts';
import type { NamedSeat } from './participants.ts';
import { renameParticipant } from './seatChanges.store.ts';

/** Mends a typing mistake in a participant's name. */
export function RenameSeat({ productId, seat, onClose }: { productId: string; seat: NamedSeat; onClose: () => void }) {
  const [before] = useState(() => joinName(seat));
  const [typed, setTyped] = useState(before);
  const { form, submit, field, problem } = useForm({
    check: ({ fullName = '' }): FieldErrors => (isName(fullName) ? {} : { fullName: waitlistTexts.fullName }),
    async send({ fullName = '' }) {
      const outcome = await renameParticipant(productId, { id: seat.order.id, position: seat.position }, fullName);
      if (!outcome) onClose();
      return outcome;
    },
  });
  const giveUp = async () => {
    if (await confirmGiveUp(typed !== before)) onClose();
  };
  return (
    <Dialog
      onClose={() => void giveUp()}
      title="Adı düzeltin"
      lead={`${seat.order.code} kodlu sipariş`}
      closeLabel="Vazgeç"
      foot={
        <Button kind="accent" {...submit} form="ad-duzelt">
          Kaydet
        </Button>
      }
    >
      <form className="form" id="ad-duzelt" {...form}>
        <Field
          label="Ad soyad"
          {...field('fullName')}
          maxLength={120}
          autoComplete="off"
          defaultValue={before}
          onChange={({ target }) => setTyped(target.value)}
          hint="Bileti, yoklama ve katılım belgesi yeni adı gösterir. Kimseye e-posta gitmez."
          required
        />
        {problem.message && <ErrorNote text={problem.message} />}
      </form>
    </Dialog>
  );
}
