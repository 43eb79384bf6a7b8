import { useEffect, useState } from 'react';
import type { AdminCancellation } from '../../../contract/cancellations.ts';
import { formatLira } from '../../../shared/format.ts';
import { joinName } from '../../../shared/names.ts';
import { readReason } from '../../http.ts';
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
  const [marked, setMarked] = useState([seat.position]);
  // Seats that are gone by now cannot be chosen.
  const chosen = order.participants.map(({ position }) => position).filter((position) => marked.includes(position));
  const [terms, setTerms] = useState<AdminCancellation>();
  const [isFull, setFull] = useState(false);
  const [error, setError] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const seats = chosen.length === order.participants.length ? order.quantity : chosen.length;
  const asked = chosen.join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: of the order only who is chosen counts
  useEffect(() => {
    let current = true;
    setTerms(undefined);
    if (!asked) return;
    setError('');
    loadCancellation(order, chosen).then(
      (found) => current && setTerms(found),
      (failure) =>
        current && setError(`İade tutarı öğrenilemedi. ${readReason(failure, 'Bağlantınızı kontrol edin.')}`),
    );
    return () => {
      current = false;
    };
  }, [asked, attempt]);

  async function cancel() {
    if (!terms) return;
    setBusy(true);
    setError('');
    const outcome = await cancelSeats(productId, order, chosen, isFull ? terms.full_refund : terms.refund);
    setBusy(false);
    if ('done' in outcome) return onClose();
    if ('terms' in outcome) setTerms(outcome.terms);
    setError('text' in outcome ? outcome.text : outcome.failed);
  }

  const toggle = (position: number) =>
    setMarked((before) =>
      before.includes(position) ? before.filter((each) => each !== position) : [...before, position],
    );
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
            <input
              type="checkbox"
              checked={chosen.includes(person.position)}
              onChange={() => toggle(person.position)}
            />
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
        {!asked && <p>Önce kimin yerini iptal edeceğinizi seçin.</p>}
        {asked && !terms && <p>{error ? 'İade tutarı bilinmiyor.' : 'Yükleniyor...'}</p>}
        {terms && (terms.reason ? <p>{terms.reason}</p> : <p>{refundWords(terms, isFull)}</p>)}
        {terms?.allowed && seats > chosen.length && (
          <p>Siparişteki {seats} yerin tamamı iptal edilir, bilgilerini sildirenlerin yeri de.</p>
        )}
        {terms?.allowed && <p>{whoIsTold(order)}</p>}
      </div>
      {error && <ErrorNote text={error} onRetry={terms || !asked ? undefined : () => setAttempt(attempt + 1)} />}
    </Dialog>
  );
}
