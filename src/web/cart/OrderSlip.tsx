import type { OrderPreview, PaymentMethod } from '../../contract/orders.ts';
import { formatPrice } from '../../shared/format.ts';
import { Button } from '../ui/Button.tsx';
import { Picture } from '../ui/Picture.tsx';
import type { CartLine } from './cart.ts';
import { describeTimeAndPlace, withdrawalSentence } from './preview.ts';

const payWords: Record<PaymentMethod, string> = {
  transfer: 'havale/EFT ile',
  onsite: 'merkezde ödenir',
  card: 'kartla ödenir',
};

interface Props {
  preview: OrderPreview | undefined;
  method: PaymentMethod | undefined;
  lines: CartLine[];
  /** Id of the form that the button sends. */
  form: string;
  busy: boolean;
  onCancel: () => void;
}

/** What must stand directly above the order button: lines, price, payment, withdrawal, the obligation to pay. */
export function OrderSlip({ preview, method, lines, form, busy, onCancel }: Props) {
  const imageOf = (id: string) => lines.find((line) => line.id === id)?.image1 || null;
  return (
    <>
      {preview && (
        <div className="slip__what">
          <p className="slip__h">Siparişiniz</p>
          <ul className="slip__items" aria-label="Siparişiniz">
            {preview.lines.map((line) => {
              const { day, hours, place } = describeTimeAndPlace(line);
              return (
                <li key={line.id}>
                  <Picture src={imageOf(line.id)} sizes="76px" />
                  <b>
                    {line.quantity} × {line.event_title}
                  </b>
                  <span className="slip__price">{formatPrice(line.price)}</span>
                  <span>
                    {day}, <i>{hours}</i>, {place}
                  </span>
                </li>
              );
            })}
          </ul>
        </div>
      )}
      <div className="slip__act">
        {preview && (
          <>
            <p className="slip__total">
              <span>
                Toplam{' '}
                {preview.total > 0 && (
                  <small>
                    vergiler dâhil
                    {method && `, ${payWords[method]}`}
                  </small>
                )}
              </span>
              <b>{formatPrice(preview.total)}</b>
            </p>
            <div className="slip__law">
              <p>{withdrawalSentence(preview.lines)}</p>
              {preview.total > 0 && <p className="slip__duty">Devam Et’e bastığınızda ödeme yükümlülüğü doğar.</p>}
            </div>
          </>
        )}
        <div className="slip__acts">
          <Button kind="line" onClick={onCancel}>
            İptal
          </Button>
          <Button kind="accent" type="submit" form={form} busy={busy}>
            Devam Et
          </Button>
        </div>
      </div>
    </>
  );
}
