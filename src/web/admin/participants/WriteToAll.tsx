import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useErrorFocus } from '../../ui/Field.tsx';
import { BuyersToCall } from '../orders/BuyersToCall.tsx';
import type { AdminOrder } from '../orders/orders.ts';
import { FormField, FormText } from '../ui/FormFields.tsx';
import { FormNote } from '../ui/FormNote.tsx';
import { $recipients, countRecipients, messageForm, sendMessage } from './participants.store.ts';

/** Writes to everybody with a seat, after a preview with the number of addresses. */
export function WriteToAll({ product: { id, title }, orders }: { product: AdminProduct; orders: AdminOrder[] }) {
  const [isOpen, setOpen] = useState(false);
  const recipients = useStore($recipients);
  const { values, problem, sending, rejections } = useStore(messageForm.$form);
  const element = useErrorFocus<HTMLDivElement>(rejections);
  const open = () => {
    setOpen(true);
    void countRecipients(id);
  };
  const send = async () => {
    if (await sendMessage(id)) setOpen(false);
  };
  return (
    <>
      <Button kind="line" onClick={open}>
        Katılımcılara yaz
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Katılımcılara yaz"
        lead={`“${title}” atölyesinde yeri olan her adrese bir kez gider.`}
        closeLabel="Vazgeç"
        foot={
          <Button kind="accent" busy={sending} disabled={!recipients} onClick={() => void send()}>
            {recipients === 0 ? 'Yazılacak kimse yok' : `${recipients ?? '…'} kişiye gönder`}
          </Button>
        }
      >
        <div className="form" ref={element}>
          <BuyersToCall orders={orders} />
          <FormNote problem={problem} />
          <FormField form={messageForm} name="subject" label="Konu" maxLength={150} />
          <FormText form={messageForm} name="text" label="İleti" rows={7} maxLength={5000} />
          {(values.subject || values.text) && (
            <section className="note note--info" aria-label="Önizleme">
              <div className="stack stack--tight">
                <b>{values.subject}</b>
                {values.text.split(/\n{2,}/).map((paragraph, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no id and keep their order
                  <p key={index}>{paragraph}</p>
                ))}
              </div>
            </section>
          )}
        </div>
      </Dialog>
    </>
  );
}
