import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { formatMoney, formatStart } from '../../../shared/format.ts';
import { joinName } from '../../../shared/names.ts';
import { startsAt } from '../../../shared/time.ts';
import { paths } from '../../adminPaths.ts';
import { serverNow } from '../../serverClock.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { CallOff } from '../callOff/CallOff.tsx';
import { Decisions } from '../decisions/Decisions.tsx';
import { FeedbackPanel } from '../feedback/FeedbackPanel.tsx';
import { Buyer } from '../orders/Buyer.tsx';
import { BuyersToCall } from '../orders/BuyersToCall.tsx';
import { type Seat, statusNames, statusTones } from '../orders/orders.ts';
import { soldShare } from '../products/products.ts';
import type { ScreenProps } from '../routes.ts';
import { CsvButton } from '../ui/CsvButton.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import * as icons from '../ui/icons.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { ScreenFallback } from '../ui/ScreenFallback.tsx';
import { WaitingLine } from '../waitlist/WaitingLine.tsx';
import { CancelSeats } from './CancelSeats.tsx';
import { EnterOrder } from './EnterOrder.tsx';
import { MoveAnswers } from './MoveAnswers.tsx';
import { ParticipantSheet } from './ParticipantSheet.tsx';
import { $product, download, open } from './participants.store.ts';
import { isNamed, type NamedSeat } from './participants.ts';
import { RenameSeat } from './RenameSeat.tsx';
import { WriteToAll } from './WriteToAll.tsx';

const columns: Column<Seat>[] = [
  {
    label: 'Katılımcı',
    kind: 'main',
    cell: ({ name, surname, handedOn }) => (
      <>
        <b className="long">
          {name} {surname}
        </b>
        {handedOn && <span className="under">yeri alıcıdan devraldı</span>}
      </>
    ),
  },
  { label: 'Alıcı', cell: ({ order }) => <Buyer {...order} /> },
  { label: 'Sipariş', cell: ({ order }) => <span className="code">{order.code}</span> },
  {
    label: 'Durum',
    cell: ({ order: { status } }) => <span className={`pill pill--${statusTones[status]}`}>{statusNames[status]}</span>,
  },
  { label: 'Ödenecek', kind: 'num', cell: ({ open }) => formatMoney(open) },
];

/** Answers; one to another question than the present one names its own. */
const answerColumn = (question: string): Column<Seat> => ({
  label: 'Yanıt',
  cell: ({ answer }) =>
    answer && (
      <span className="long">
        {answer.answer}
        {answer.question !== question && <span className="quiet"> ({answer.question})</span>}
      </span>
    ),
});

/** The seat that is being changed, and how. */
interface Change {
  kind: 'rename' | 'cancel';
  seat: NamedSeat;
}

const changesColumn = (onChange: (change: Change) => void): Column<Seat> => ({
  label: 'İşlemler',
  kind: 'acts',
  cell(seat) {
    if (!isNamed(seat)) return null;
    // Somebody may have seats of two orders.
    const of = `${joinName(seat)}, ${seat.order.code}`;
    return (
      <>
        <IconButton icon={icons.edit} label={`Adı düzelt: ${of}`} onClick={() => onChange({ kind: 'rename', seat })} />
        <IconButton
          icon={icons.close}
          label={`Yeri iptal et: ${of}`}
          danger
          onClick={() => onChange({ kind: 'cancel', seat })}
        />
      </>
    );
  },
});

/** The participants of a product, to read, change, print and save as CSV. */
export default function ParticipantsScreen({ params: { id = '' } }: ScreenProps) {
  const [change, setChange] = useState<Change>();
  const data = useStore($product);
  useEffect(() => void open(id), [id]);
  if (data.state === 'failed') {
    return <LoadFailure text={data.message} back="products" onRetry={() => void open(id)} />;
  }
  if (data.state !== 'loaded' || data.value.product.id !== id) return <ScreenFallback />;
  const { product, orders, seats } = data.value;
  const asks = product.question !== '' || seats.some(({ answer }) => answer);
  const hasStarted = startsAt(product.date, product.time) <= serverNow();
  const reload = () => void open(id);
  const shown = asks ? columns.toSpliced(1, 0, answerColumn(product.question)) : columns;
  const canChange = !product.cancelled && !hasStarted;
  return (
    <>
      <Decisions productId={id} onChange={reload} />
      <MoveAnswers product={product} orders={orders} />
      {product.cancelled && <BuyersToCall orders={orders} calledOff />}
      <section className="panel people-list">
        <div className="panel__head">
          <About product={product} />
          <div className="acts acts--start">
            {!product.cancelled && (
              <a className="btn" href={paths.adminDoor(id)}>
                <Icon of={icons.door} />
                Kapıyı aç
              </a>
            )}
            <EnterOrder product={product} />
            {!product.cancelled && <WriteToAll product={product} orders={orders} />}
            <CsvButton onDownload={() => download(product, seats)} disabled={!seats.length} />
            <Button kind="line" icon={icons.print} onClick={() => print()} disabled={!seats.length}>
              Yazdır
            </Button>
            {product.on_sale && <CallOff product={product} onDone={reload} />}
          </div>
        </div>
        <DataTable
          caption={`${product.title}: katılımcılar`}
          list={{ rows: seats, total: seats.length, loading: false, error: undefined }}
          columns={canChange ? [...shown, changesColumn(setChange)] : shown}
          onRetry={() => void open(id)}
          empty={
            <EmptyState
              text={
                product.cancelled ? 'İptal edilen atölyede kimsenin yeri yok.' : 'Bu atölyeye henüz kimse katılmıyor.'
              }
              action={
                <a className="btn btn--line" href={paths.adminEditProduct(id)}>
                  Atölyeyi aç
                </a>
              }
            />
          }
        />
        {change?.kind === 'rename' && (
          <RenameSeat productId={id} seat={change.seat} onClose={() => setChange(undefined)} />
        )}
        {change?.kind === 'cancel' && (
          <CancelSeats
            productId={id}
            seat={change.seat}
            order={orders.find((order) => order.id === change.seat.order.id) ?? change.seat.order}
            onClose={() => setChange(undefined)}
          />
        )}
        <ParticipantSheet title={product.title} seats={seats} asks={asks} />
      </section>
      <WaitingLine productId={id} />
      {hasStarted && <FeedbackPanel productId={id} />}
    </>
  );
}

function About({ product }: { product: AdminProduct }) {
  const { title, date, time, location, seats_offered, seats_held, question } = product;
  return (
    <div>
      <h2>{title}</h2>
      <p className="quiet">
        {formatStart({ date, time })} · {location}
      </p>
      <p className="quiet">
        {soldShare(product)} kontenjan satıldı{seats_offered > 0 && `, ${seats_offered} yer sıradakine ayrıldı`}
        {seats_held > 0 && `, ${seats_held} yer sıradaki kişi için bekliyor`}
      </p>
      {question && <p className="quiet">Soru: {question}</p>}
    </div>
  );
}
