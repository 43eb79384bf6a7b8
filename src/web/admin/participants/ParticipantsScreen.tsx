import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { formatDate, formatTime, formatWeekday } from '../../format.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import * as icons from '../../ui/icons.ts';
import { EmptyState } from '../../ui/States.tsx';
import { type Seat, seatsOf, statusNames, statusTones } from '../orders/orders.ts';
import type { ScreenProps } from '../routes.ts';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { ScreenFallback } from '../ui/ScreenFallback.tsx';
import { $event, $failure, downloadParticipants, openParticipants } from './participants.store.ts';

const columns: Column<Seat>[] = [
  {
    label: 'Katılımcı',
    kind: 'main',
    cell: ({ name, surname }) => (
      <b>
        {name} {surname}
      </b>
    ),
  },
  { label: 'Alıcı', cell: ({ order }) => order.buyer_name },
  {
    label: 'E-posta',
    cell: ({ order: { buyer_email } }) => buyer_email && <a href={`mailto:${buyer_email}`}>{buyer_email}</a>,
  },
  { label: 'Sipariş', cell: ({ order }) => <span className="code">{order.code}</span> },
  {
    label: 'Durum',
    cell: ({ order: { status } }) => <span className={`pill pill--${statusTones[status]}`}>{statusNames[status]}</span>,
  },
];

/** Who comes to an event: for the screen, for paper at the door, for a spreadsheet. */
export default function ParticipantsScreen({ params: { id = '' } }: ScreenProps) {
  const event = useStore($event);
  const failure = useStore($failure);
  useEffect(() => void openParticipants(id), [id]);
  if (failure) return <LoadFailure text={failure} back="products" onRetry={() => void openParticipants(id)} />;
  if (event?.product.id !== id) return <ScreenFallback />;
  const seats = seatsOf(event.orders);
  return (
    <section className="panel">
      <div className="panel__head">
        <About product={event.product} />
        <div className="acts">
          <Button kind="line" onClick={downloadParticipants} disabled={!seats.length}>
            <Icon of={icons.download} />
            CSV indir
          </Button>
          <Button kind="line" onClick={() => print()} disabled={!seats.length}>
            <Icon of={icons.print} />
            Yazdır
          </Button>
        </div>
      </div>
      <DataTable
        caption={`${event.product.title}: katılımcılar`}
        list={{ rows: seats, total: seats.length, loading: false, error: undefined }}
        columns={columns}
        onRetry={() => void openParticipants(id)}
        empty={
          <EmptyState
            text="Bu etkinliğe henüz kimse katılmıyor."
            action={
              <a className="btn btn--line" href={paths.adminEditProduct(id)}>
                Etkinliği aç
              </a>
            }
          />
        }
      />
    </section>
  );
}

function About({ product: { title, date, time, location, stock, seats_sold } }: { product: AdminProduct }) {
  return (
    <div>
      <h2>{title}</h2>
      <p className="quiet">
        {formatDate(date)} {formatWeekday(date)}, {formatTime(time)} · {location}
      </p>
      <p className="quiet">
        {seats_sold} / {seats_sold + stock} kontenjan satıldı
      </p>
    </div>
  );
}
