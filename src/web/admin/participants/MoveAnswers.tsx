import { useState } from 'react';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { formatDateTime } from '../../../shared/format.ts';
import { formatUntil } from '../../../shared/until.ts';
import { serverNow } from '../../serverClock.ts';
import { Button } from '../../ui/Button.tsx';
import { CalledOff } from '../callOff/CalledOff.tsx';
import type { AdminOrder } from '../orders/orders.ts';
import { tellOfChange } from './participants.store.ts';
import { answersToMove } from './participants.ts';

interface Props {
  product: AdminProduct;
  orders: AdminOrder[];
}

/** What became of a product that was called off or moved: who was told, and who answered. */
export function MoveAnswers({ product, orders }: Props) {
  if (product.cancelled_at) return <CalledOff product={product} />;
  const { kept, cancelled } = answersToMove(orders);
  if (product.notice_due && product.seats_sold > 0) return <NotTold product={product} />;
  if (!product.decide_until || !(kept.length || cancelled.length)) return null;
  const isOver = Date.parse(product.decide_until) <= serverNow().getTime();
  return (
    <section className="panel not-printed" aria-labelledby="degisiklik">
      <div>
        <h2 id="degisiklik">Değişiklikten sonra</h2>
        <p className="quiet">
          {isOver
            ? `Yanıt süresi doldu: ${formatDateTime(product.decide_until)}.`
            : `${formatUntil(product.decide_until)} bedelin tamamıyla iptal edilebilir; ses çıkarmayan kalır.`}
        </p>
      </div>
      <ul className="tasks">
        {[...cancelled, ...kept].map(({ id, code, buyer_name, quantity, status }) => (
          <li className="task" key={id}>
            <div>
              <b>{buyer_name ?? 'silinmiş kişi'}</b>
              <span className="under">
                <span className="code">{code}</span> · {quantity} yer
              </span>
            </div>
            <span className={`pill pill--${status === 'cancelled' ? 'mute' : isOver ? 'ok' : 'info'}`}>
              {status === 'cancelled' ? 'iptal etti' : isOver ? 'kalıyor' : 'henüz yanıtlamadı'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NotTold({ product }: { product: AdminProduct }) {
  const [busy, setBusy] = useState(false);
  async function announce() {
    setBusy(true);
    await tellOfChange(product.id);
    setBusy(false);
  }
  return (
    <div className="note note--warn not-printed">
      <p>
        Günü, saati, yeri ya da yürüteni değişti; yeri olanlara henüz haber verilmedi. Haber verince yedi günlük seçim
        süresi başlar.
      </p>
      <Button kind="quiet" className="note__act" busy={busy} onClick={() => void announce()}>
        Haber ver
      </Button>
    </div>
  );
}
