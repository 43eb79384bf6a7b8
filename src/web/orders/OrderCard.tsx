import type { Order } from '../../contract/orders.ts';
import { formatDate, formatDayMonth, formatLira, formatTime, formatWeekday } from '../../shared/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { calendar, clock, pin, users } from '../ui/icons.ts';
import { saveFile } from '../ui/saveFile.ts';
import { orderCalendarFile, statusLabels } from './orders.ts';

/** One ordered line as a ticket, with the day on its stub. */
export function OrderCard({ order, past = false }: { order: Order; past?: boolean }) {
  const { text, tone } = statusLabels[order.status];
  const [day, month] = formatDayMonth(order.date).split(' ');
  return (
    <li>
      <article className={`ticket ${past ? 'ticket--past' : ''}`}>
        <div className="ticket__main">
          <div className="ticket__head">
            <h3>{order.event_title}</h3>
            <span className={`pill pill--${tone}`}>{text}</span>
          </div>
          <ul className="ticket__facts">
            <li>
              <Icon of={clock} />
              {formatDate(order.date)} {formatWeekday(order.date)}, {formatTime(order.time)}
            </li>
            <li>
              <Icon of={pin} />
              {order.location}
            </li>
          </ul>
          <div className="ticket__people">
            <Icon of={users} />
            <ul aria-label="Katılımcılar">
              {order.participants.map(({ name, surname }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two participants may share a name, and the list never changes
                <li key={index}>{`${name} ${surname}`.trim()}</li>
              ))}
            </ul>
          </div>
          <p className="ticket__sum">
            <b>{formatLira(order.price)}</b>
            <span className="ticket__code">Sipariş kodu {order.code}</span>
          </p>
          {!past && order.status !== 'cancelled' && (
            <button
              type="button"
              className="link"
              aria-label={`Takvime ekle: ${order.event_title}`}
              onClick={() => saveFile('atolye.ics', orderCalendarFile(order, new Date()), 'text/calendar')}
            >
              <Icon of={calendar} />
              Takvime ekle
            </button>
          )}
        </div>
        <div className="ticket__stub" aria-hidden="true">
          <b>{day}</b>
          <span>{month}</span>
          <i>{formatTime(order.time)}</i>
        </div>
      </article>
    </li>
  );
}
