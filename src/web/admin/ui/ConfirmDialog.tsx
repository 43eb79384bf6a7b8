import { useStore } from '@nanostores/react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { $question } from '../confirm.store.ts';
import { BuyersToCall } from '../orders/BuyersToCall.tsx';

/** Shows the question of `confirm`. Esc and the close button answer no. */
export function ConfirmDialog() {
  const question = useStore($question);
  if (!question) return null;
  const { title, text, yes, no = 'Vazgeç', danger, orders, answer } = question;
  return (
    <Dialog
      title={title}
      onClose={() => answer(false)}
      closeLabel={no}
      foot={
        <Button kind={danger ? 'accent' : 'sea'} onClick={() => answer(true)}>
          {yes}
        </Button>
      }
    >
      {text && <p>{text}</p>}
      {orders && <BuyersToCall orders={orders} />}
    </Dialog>
  );
}
