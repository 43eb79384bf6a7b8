import { useState } from 'react';
import type { AdminCancellation } from '../../../contract/cancellations.ts';
import { formatLira } from '../../../shared/format.ts';
import { joinName } from '../../../shared/names.ts';
import { useCancellation } from '../../orders/useCancellation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { ErrorNote } from '../../ui/States.tsx';
import type { AdminOrder } from '../orders/orders.ts';
import { type NamedSeat, refundWords, whoIsTold } from './participants.ts';
import { cancelSeats, loadCancellation } from './seatChanges.store.ts';

interface Props {
  productId: string;
  /** The seat that was pressed; others of its line can be added. */
  seat: NamedSeat;
  /** Its line as it is now. */
  order: AdminOrder;
  onClose: () => void;
}

/** Cancels seats of a line, after what comes back was shown. */
export function CancelSeats({ productId, seat, order, onClose }: Props) {
  const [isFull, setFull] = useState(false);
  const { seatBox, seats, takesErased, waits, terms, error, busy, retry, cancel } = useCancellation<AdminCancellation>({
    line: order,
    first: [seat.position],
    hasChoice: true,
    load: (positions) => loadCancellation(order, positions),
    send: (positions, { refund, full_refund }) =>
      cancelSeats(productId, order, { expected_refund: isFull ? full_refund : refund, participants: positions }),
    onClose,
  });
  return (
    <Dialog
      onClose={onClose}
      title="Kimin yeri iptal edilecek?"
      lead={`${order.code} kodlu sipariş`}
      closeLabel="Vazgeç"
      foot={
        <Button kind="accent" busy={busy} disabled={!terms?.allowed} onClick={() => void cancel()}>
          {seats > 1 ? `${seats} yeri iptal et` : 'Yeri iptal et'}
        </Button>
      }
    >
      <fieldset className="stack stack--tight">
        <legend className="sr">Kimin yeri?</legend>
        {order.participants.map((person) => (
          <label className="check" key={person.position}>
            <input type="checkbox" {...seatBox(person.position)} />
            <span className="long">{joinName(person)}</span>
          </label>
        ))}
      </fieldset>
      {terms?.allowed && terms.full_refund > terms.refund && (
        <SelectField
          label="Geri ödeme"
          value={isFull ? 'full' : 'terms'}
          onChange={({ target }) => setFull(target.value === 'full')}
        >
          <option value="terms">Koşullara göre: {formatLira(terms.refund)}</option>
          <option value="full">Ödenenin tamamı: {formatLira(terms.full_refund)}</option>
        </SelectField>
      )}
      <div className="stack stack--tight" role="status">
        {waits && <p>Önce kimin yerini iptal edeceğinizi seçin.</p>}
        {!waits && !terms && <p>{error ? 'İade tutarı bilinmiyor.' : 'Yükleniyor...'}</p>}
        {terms && (terms.reason ? <p>{terms.reason}</p> : <p>{refundWords(terms, isFull)}</p>)}
        {terms?.allowed && takesErased && (
          <p>Siparişteki {seats} yerin tamamı iptal edilir, bilgilerini sildirenlerin yeri de.</p>
        )}
        {terms?.allowed && <p>{whoIsTold(order)}</p>}
      </div>
      {error && <ErrorNote text={error} onRetry={retry} />}
    </Dialog>
  );
}
