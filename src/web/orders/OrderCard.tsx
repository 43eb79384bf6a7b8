import type { Checkout } from '../../contract/checkouts.ts';
import type { Order } from '../../contract/orders.ts';
import { formatDay, formatDayMonth, formatPrice, formatTime } from '../../shared/format.ts';
import { hoursOf } from '../../shared/hours.ts';
import { joinName } from '../../shared/names.ts';
import { serverNow } from '../serverClock.ts';
import { Icon } from '../ui/Icon.tsx';
import { clock, download, pin } from '../ui/icons.ts';
import { ticket, user } from '../ui/moreIcons.ts';
import { paper, undo } from '../ui/paymentIcons.ts';
import { CardState } from './CardPayment.tsx';
import { refundSentences, releasedSentence, type Sheet, sheetLabel } from './checkouts.ts';
import { seatLabel } from './orders.ts';
import { PaySlip } from './PaySlip.tsx';
import { SeatActions } from './SeatActions.tsx';

/** The lines of one order as a sheet; what is to be paid hangs below. */
export function OrderCard({ sheet, past = false }: { sheet: Sheet; past?: boolean }) {
  const { checkout, lines, isMain } = sheet;
  const { text, tone } = sheetLabel(sheet, serverNow());
  // The seats went while a card may already have been charged: whoever orders again now may pay twice.
  const isPaying = checkout.card?.state === 'waiting' && ['released', 'cancelled'].includes(checkout.state);
  return (
    <li className={`tk ${past ? 'tk--past' : ''}`} id={isMain ? checkout.code : undefined}>
      <p className="tk__top" tabIndex={-1}>
        <span className={`pill pill--${tone} tk__state`}>{text}</span>
        <span className="tk__code">
          Sipariş kodu <b>{checkout.code}</b>
        </span>
      </p>
      {lines.map((order) => (
        <OrderLine key={order.id} order={order} sheet={sheet} past={past} />
      ))}
      {isMain && checkout.state === 'released' && !isPaying && (
        <p className="tk__note">{releasedSentence(checkout, past)}</p>
      )}
      {isMain && <Refunds checkout={checkout} line={null} />}
      {isMain && isPaying && (
        <div className="pay">
          <CardState checkout={checkout} />
        </div>
      )}
      {isMain && checkout.state === 'open' && checkout.open > 0 && <PaySlip checkout={checkout} />}
      {isMain && <Documents checkout={checkout} />}
    </li>
  );
}

function OrderLine({ order, sheet, past }: { order: Order; sheet: Sheet; past: boolean }) {
  const { checkout, lines } = sheet;
  // Where every line is cancelled the head of the card says so.
  const isAlone = checkout.state === 'released' || lines.some(({ status }) => status !== 'cancelled');
  const [day, month] = formatDayMonth(order.date).split(' ');
  return (
    <article className="tk__line">
      <div className="tk__main">
        <h3>{order.event_title}</h3>
        {order.status === 'cancelled' && (order.event_cancelled || isAlone) && (
          <span className="pill pill--mute">{order.event_cancelled ? 'Atölye iptal oldu' : 'İptal edildi'}</span>
        )}
        <ul className="tk__facts">
          <li>
            <Icon of={clock} />
            <span>
              {formatDay(order.date)}, <i>{hoursOf(order)}</i>
            </span>
          </li>
          <li>
            <Icon of={pin} />
            {order.location}
          </li>
        </ul>
        <ul className="tk__people" aria-label="Katılımcılar">
          {order.participants.map((person) => (
            <li key={person.position}>
              {person.ticket_url ? (
                <a href={person.ticket_url} aria-label={`Bilet: ${joinName(person)}`} title="Bileti aç">
                  <Icon of={ticket} />
                  {joinName(person)}
                </a>
              ) : (
                <>
                  <Icon of={user} />
                  {seatLabel(person)}
                </>
              )}
            </li>
          ))}
        </ul>
        <p className="tk__sum">
          <b>{formatPrice(order.price)}</b>
        </p>
      </div>
      <div className="tk__stub" aria-hidden="true">
        <b>{day}</b>
        <i>{month}</i>
        <span>{formatTime(order.time)}</span>
      </div>
      <Refunds checkout={checkout} line={order.id} />
      {!past && order.status !== 'cancelled' && (
        <div className="tk__more">
          <SeatActions order={order} paid={checkout.paid} />
        </div>
      )}
    </article>
  );
}

function Refunds({ checkout, line }: { checkout: Checkout; line: string | null }) {
  return refundSentences(checkout, line).map(({ id, text }) => (
    <p className="tk__note" key={id}>
      <Icon of={undo} />
      {text}
    </p>
  ));
}

/** The documents as they were accepted, to read and to keep. */
function Documents({ checkout: { code, documents } }: { checkout: Checkout }) {
  if (!documents.length) return null;
  return (
    <details className="tk__docs">
      <summary aria-label={`Belgeler: ${code}`}>
        <Icon of={paper} />
        Belgeler
      </summary>
      <ul>
        {documents.map(({ kind, title, url, pdf_url, created_at }) => (
          <li key={kind + created_at}>
            <a href={url} target="_blank" rel="noopener">
              {title}
            </a>
            <a href={pdf_url} target="_blank" rel="noopener" aria-label={`${title}, PDF`}>
              <Icon of={download} />
              PDF
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
