import { useStore } from '@nanostores/react';
import type { OrderStatus } from '../../../contract/orders.ts';
import { formatDate, formatMoney, formatTime } from '../../format.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { download } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/States.tsx';
import { formatInstant } from '../csv.ts';
import type { Column } from '../ui/DataTable.tsx';
import { DateFilter } from '../ui/DateFilter.tsx';
import { ListTable } from '../ui/ListTable.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { SelectFilter } from '../ui/SelectFilter.tsx';
import { downloadOrders, filters, orders, setStatus } from './orders.store.ts';
import { type AdminOrder, fullName, statusNames, statusTones } from './orders.ts';

function Status({ order }: { order: AdminOrder }) {
  return (
    <select
      className={`pill-select pill--${statusTones[order.status]}`}
      aria-label={`${order.code} kodlu siparişin durumu`}
      value={order.status}
      onChange={(event) => void setStatus(order, event.target.value as OrderStatus)}
    >
      {Object.entries(statusNames).map(([status, name]) => (
        <option key={status} value={status}>
          {name}
        </option>
      ))}
    </select>
  );
}

const columns: Column<AdminOrder>[] = [
  {
    label: 'Etkinlik',
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
    cell: ({ code, created_at }) => (
      <>
        <span className="code">{code}</span>
        <span className="under under--short">{formatInstant(created_at)}</span>
      </>
    ),
  },
  {
    label: 'Alıcı',
    cell: ({ buyer_name, buyer_email }) =>
      buyer_email ? (
        <>
          {buyer_name}
          <a className="under" href={`mailto:${buyer_email}`}>
            {buyer_email}
          </a>
        </>
      ) : (
        <span className="quiet">silinmiş kişi</span>
      ),
  },
  {
    label: 'Katılımcılar',
    cell: ({ participants }) => participants.map(fullName).join(', ') || <span className="quiet">silinmiş kişi</span>,
  },
  {
    label: 'Tutar',
    kind: 'num',
    cell: ({ price, quantity }) => (
      <>
        {formatMoney(price)}
        <span className="under">{quantity} kişi</span>
      </>
    ),
  },
  { label: 'Durum', cell: (order) => <Status order={order} /> },
];

const sorts = [
  ['desc', 'Yeniden eskiye'],
  ['asc', 'Eskiden yeniye'],
] as const;

/** Everything sold: searched, narrowed to days, moved from reserved to paid or cancelled. */
export default function OrdersScreen() {
  const { search, from, to, sort } = useStore(filters.$filters);
  return (
    <section className="panel">
      <div className="filters filters--wide">
        <SearchBox
          label="Siparişlerde ara"
          placeholder="Etkinlik, alıcı, katılımcı ya da kod ara"
          value={search}
          onSearch={(value) => filters.set({ search: value })}
        />
        <DateFilter label="Başlangıç" value={from} max={to} onChange={(value) => filters.set({ from: value })} />
        <DateFilter label="Bitiş" value={to} min={from} onChange={(value) => filters.set({ to: value })} />
        <SelectFilter
          label="Sıralama"
          value={sort}
          options={sorts}
          onChange={(value) => filters.set({ sort: value })}
        />
        <Button kind="line" onClick={() => void downloadOrders()}>
          <Icon of={download} />
          CSV indir
        </Button>
      </div>
      <ListTable
        caption="Siparişler"
        list={orders}
        filters={filters}
        of="siparişten"
        columns={columns}
        empty={
          <EmptyState
            text="Sonuç bulunamadı."
            action={
              (search || from || to) && (
                <Button kind="line" onClick={filters.reset}>
                  Süzgeçleri temizle
                </Button>
              )
            }
          />
        }
      />
    </section>
  );
}
