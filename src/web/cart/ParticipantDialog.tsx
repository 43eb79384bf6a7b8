import { useStore } from '@nanostores/react';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { $session } from '../account/session.store.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { focusFirstError } from '../ui/Field.tsx';
import { CheckoutFailureNotes } from './CheckoutFailureNotes.tsx';
import type { CartLine } from './cart.ts';
import { $checkout, $knownNames, $names, loadKnownNames, placeOrder } from './checkout.store.ts';
import { seatsWithoutName } from './checkout.ts';
import { SeatNames } from './SeatNames.tsx';

/** The legal texts a buyer accepts, from src/content/legal. */
export interface Terms {
  version: string;
  sentences: { before: string; link: string; after: string; href: string }[];
}

interface Props {
  open: boolean;
  /** The lines on sale. */
  lines: CartLine[];
  terms: Terms;
  /** Link to the privacy notice. */
  notice: ReactNode;
  onClose: () => void;
  onOrdered: () => void;
}

/** 'Katılımcı Bilgileri': one field for each seat. Typed names are kept in `$names`, whatever happens. */
export function ParticipantDialog({ open, lines, terms, notice, onClose, onOrdered }: Props) {
  const names = useStore($names);
  const session = useStore($session);
  const known = useStore($knownNames);
  const { sending, failure } = useStore($checkout);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  useEffect(() => {
    if (open) void loadKnownNames();
  }, [open]);

  const empty = seatsWithoutName(lines, names);
  const own = session.state === 'user' ? `${session.user.name} ${session.user.surname}`.trim() : '';
  const close = () => !sending && onClose();

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setTried(true);
    if (empty.length) return focusFirstError(form.current as HTMLFormElement);
    if (await placeOrder(lines, terms.version)) onOrdered();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Katılımcı Bilgileri"
      lead="Her bilet için bir ad soyad yazın."
      foot={
        <>
          <Button kind="line" onClick={close}>
            İptal
          </Button>
          <Button kind="accent" type="submit" form={id} busy={sending}>
            Devam Et
          </Button>
        </>
      }
    >
      <form className="form" id={id} ref={form} onSubmit={submit} noValidate>
        {failure && <CheckoutFailureNotes failure={failure} lines={lines} />}
        {lines.map((line) => (
          <SeatNames key={line.id} line={line} known={own ? [own, ...known] : known} empty={tried ? empty : []} />
        ))}
        <p className="terms">
          {terms.sentences.map(({ before, link, after, href }) => (
            <span key={href}>
              {before}
              <a href={href} target="_blank" rel="noopener">
                {link}
              </a>
              {after}{' '}
            </span>
          ))}
        </p>
        {notice}
      </form>
    </Dialog>
  );
}
