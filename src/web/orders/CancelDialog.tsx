import { useState } from 'react';
import type { Cancellation } from '../../contract/cancellations.ts';
import type { Order } from '../../contract/orders.ts';
import { formatLira, formatPrice, formatStart } from '../../shared/format.ts';
import { serverNow } from '../serverClock.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorNote } from '../ui/States.tsx';
import { cancelRule, refundTerms } from './cancellation.ts';
import { seatLabel } from './orders.ts';
import { cancelSeats, loadCancellation } from './seatChanges.store.ts';
import { useCancellation } from './useCancellation.ts';

interface Props {
  order: Order;
  /** What was paid for the whole checkout, in lira. */
  paid: number;
  onClose: () => void;
  /** Opens the dialog that hands a seat on instead, where one can be. */
  onTransfer: (() => void) | undefined;
}

/** Asks whose seats are cancelled and says beforehand what is refunded. */
export default function CancelDialog({ order, paid, onClose, onTransfer }: Props) {
  const everybody = order.participants.map(({ position }) => position);
  const [hasChoice] = useState(everybody.length > 1);
  const { seatBox, seats, takesErased, waits, terms, error, busy, retry, cancel } = useCancellation({
    line: order,
    first: everybody.length === 1 ? everybody : [],
    hasChoice,
    load: (positions) => loadCancellation(order, positions),
    send: (positions, { refund }) => cancelSeats(order, positions, refund),
    onClose,
  });
  const foot = (
    <Button kind="accent" busy={busy} disabled={!terms?.allowed} onClick={() => void cancel()}>
      {seats === everybody.length ? 'İptal et' : seats ? `${seats} yeri iptal et` : 'Yeri iptal et'}
    </Button>
  );
  return (
    <Dialog
      onClose={onClose}
      title={
        hasChoice ? 'Kimin yerini iptal ediyorsunuz?' : `${seats > 1 ? 'Siparişi' : 'Yerinizi'} iptal ediyor musunuz?`
      }
      lead={`${order.event_title}, ${formatStart(order)}`}
      closeLabel="Vazgeç"
      foot={foot}
    >
      {hasChoice && (
        <fieldset className="pick">
          <legend className="sr">Kimin yeri?</legend>
          {order.participants.map((person) => (
            <label className="check pick__row" key={person.position}>
              <input type="checkbox" {...seatBox(person.position)} />
              <span>{seatLabel(person)}</span>
              <span className="money">{formatPrice(order.unit_price)}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="back" role="status">
        <Terms terms={terms} unit_price={order.unit_price} paid={paid} waits={waits} failed={Boolean(error)} />
      </div>
      {error && <ErrorNote text={error} onRetry={retry} />}
      {terms?.allowed && (
        <p className="fine">
          {takesErased && `Siparişteki ${seats} yerin tamamı iptal edilir, bilgilerini sildirenlerin yeri de. `}
          {order.unit_price > 0 && cancelRule(terms)}{' '}
          {onTransfer && (
            <>
              Gelemeyecekseniz yerinizi bir başkasına{' '}
              <button type="button" className="link link--in" onClick={onTransfer}>
                devredebilirsiniz
              </button>
              .{' '}
            </>
          )}
          İptal edilen yer geri alınamaz, bekleme listesindeki ilk kişiye sunulur.
        </p>
      )}
    </Dialog>
  );
}

function Terms({
  terms,
  unit_price,
  paid,
  waits,
  failed,
}: {
  terms: Cancellation | undefined;
  unit_price: number;
  paid: number;
  waits: boolean;
  failed: boolean;
}) {
  if (waits) return <p>Önce kimin yerini iptal edeceğinizi seçin.</p>;
  if (!terms) return <p>{failed ? 'İade tutarı bilinmiyor.' : 'Yükleniyor...'}</p>;
  if (!terms.allowed) return <p>{terms.reason}</p>;
  const words = refundTerms(terms, { unit_price, paid }, serverNow());
  if (unit_price === 0) return <p>{words}</p>;
  return (
    <>
      <p>Size geri dönecek</p>
      <b>{formatLira(terms.refund)}</b>
      <p>{words}</p>
    </>
  );
}
