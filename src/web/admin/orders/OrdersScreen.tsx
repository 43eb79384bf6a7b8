import { useStore } from '@nanostores/react';
import type { KeyboardEvent } from 'react';
import type { OrderStatus } from '../../../contract/orders.ts';
import { formatDate, formatDateTime, formatMoney, formatTime } from '../../../shared/format.ts';
import { joinName } from '../../../shared/names.ts';
import { paths } from '../../adminPaths.ts';
import { CsvButton } from '../ui/CsvButton.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { DateFilter, renderOptions, SelectFilter } from '../ui/filters.tsx';
import { ListPanel } from '../ui/ListPanel.tsx';
import { Buyer } from './Buyer.tsx';
import { $due, download, filters, list, setStatus } from './orders.store.ts';
import { type AdminOrder, statusNames, statusTones } from './orders.ts';

/** Has arrow keys open the choice. Where it is closed, each would record the next status on the way to another one. */
function openByArrow(event: KeyboardEvent<HTMLSelectElement>) {
  if (!event.key.startsWith('Arrow') || event.altKey || !event.currentTarget.showPicker) return;
  event.preventDefault();
  event.currentTarget.showPicker();
}

function Status({ order }: { order: AdminOrder }) {
  return (
    <select
      className={`pill-select pill--${statusTones[order.status]}`}
      aria-label={`${order.code} kodlu siparişin durumu: ${order.event_title}`}
      value={order.status}
      onKeyDown={openByArrow}
      onChange={(event) => void setStatus(order, event.target.value as OrderStatus)}
    >
      {renderOptions(Object.entries(statusNames))}
    </select>
  );
}

const columns: Column<AdminOrder>[] = [
  {
    label: 'Atölye',
    kind: 'main',
    cell: ({ event_title, date, time, product_id }) => (
      <>
        {product_id ? (
          <a className="row-link" href={paths.adminParticipants(product_id)}>
            {event_title}
          </a>
        ) : (
          <b>{event_title}</b>
        )}
        <span className="under">
          {formatDate(date)}, {formatTime(time)}
        </span>
      </>
    ),
  },
  {
    label: 'Sipariş',
    card: 'half',
    cell: ({ code, created_at }) => (
      <>
        <span className="code">{code}</span>
        <span className="under under--short">{formatDateTime(created_at)}</span>
      </>
    ),
  },
  { label: 'Alıcı', cell: (order) => <Buyer {...order} /> },
  {
    label: 'Katılımcılar',
    card: 'half',
    cell: ({ participants }) =>
      participants.length ? (
        <span className="long">{participants.map(joinName).join(', ')}</span>
      ) : (
        <span className="quiet">silinmiş kişi</span>
      ),
  },
  {
    label: 'Tutar',
    kind: 'num',
    card: 'half',
    cell: ({ price, quantity }) => (
      <>
        {formatMoney(price)}
        <span className="under">{quantity} kişi</span>
      </>
    ),
  },
  { label: 'Durum', cell: (order) => <Status order={order} /> },
];

const statuses = [
  ['', 'Tüm durumlar'],
  ['reserved', 'Ödenmedi'],
  ['paid', 'Ödendi'],
  ['cancelled', 'İptal edildi'],
] as const;

const sorts = [
  ['desc', 'Yeniden eskiye'],
  ['asc', 'Eskiden yeniye'],
] as const;

/** The sum that is not paid yet, over all pages. */
function Due() {
  const due = useStore($due);
  if (due.state !== 'loaded' || !due.value.checkouts) return null;
  return (
    <p className="quiet">
      Ödenmeyen {due.value.checkouts} sipariş, toplam <b>{formatMoney(due.value.due)}</b>
    </p>
  );
}

/** Searches orders, filters them by date and status, and changes their status. */
export default function OrdersScreen() {
  return (
    <ListPanel
      heading={<Due />}
      caption="Siparişler"
      list={list}
      filters={filters}
      of="satırdan"
      columns={columns}
      wide
      search={{ label: 'Siparişlerde ara', placeholder: 'Atölye, alıcı, katılımcı ya da kod ara' }}
      empty="Sonuç bulunamadı."
      narrowing={['search', 'from', 'to', 'status']}
      clear="Süzgeçleri temizle"
    >
      <DateFilter filters={filters} name="from" label="Başlangıç" max="to" />
      <DateFilter filters={filters} name="to" label="Bitiş" min="from" />
      <SelectFilter filters={filters} name="status" label="Durum" options={statuses} />
      <SelectFilter filters={filters} name="sort" label="Sıralama" options={sorts} />
      <CsvButton onDownload={download} />
    </ListPanel>
  );
}
