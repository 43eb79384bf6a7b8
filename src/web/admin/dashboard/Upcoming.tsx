import { useStore } from '@nanostores/react';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { formatDate, formatTime } from '../../../shared/format.ts';
import { dayInIstanbul } from '../../../shared/time.ts';
import { paths } from '../../adminPaths.ts';
import { serverNow } from '../../serverClock.ts';
import { Picture } from '../../ui/Picture.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { saleLabel, saleTone, soldShare } from '../products/products.ts';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { list } from './dashboard.store.ts';

const columns: Column<AdminProduct>[] = [
  { label: 'Görsel', kind: 'pic', cell: ({ image1 }) => <Picture src={image1} sizes="84px" /> },
  {
    label: 'Atölye',
    kind: 'main',
    cell: ({ id, title }) => (
      <a className="row-link" href={paths.adminEditProduct(id)}>
        {title}
      </a>
    ),
  },
  { label: 'Tarih', cell: ({ date }) => <span className="when">{formatDate(date)}</span> },
  { label: 'Saat', cell: ({ time }) => formatTime(time) },
  {
    label: 'Kontenjan',
    kind: 'num',
    cell: ({ id, title, date, ...seats }) => (
      <>
        {soldShare(seats)}
        <a className="under" href={paths.adminParticipants(id)} aria-label={`Katılımcılar: ${title}`}>
          Katılımcılar
        </a>
        {date <= dayInIstanbul(serverNow()) && (
          <a className="under" href={paths.adminDoor(id)} aria-label={`Kapı: ${title}`}>
            Kapı
          </a>
        )}
      </>
    ),
  },
  {
    label: 'Durum',
    kind: 'main',
    cell: (product) => <span className={`pill pill--${saleTone(product)}`}>{saleLabel(product)}</span>,
  },
];

/** The next products with their seats sold. */
export function Upcoming() {
  const products = useStore(list.$list);
  return (
    <section className="panel">
      <div className="panel__head">
        <h2>Yaklaşan atölyeler</h2>
        <a href={`${paths.adminProducts}?when=upcoming`}>Tümünü gör</a>
      </div>
      <DataTable
        caption="Yaklaşan atölyeler"
        widthPx={660}
        list={products}
        columns={columns}
        onRetry={list.reload}
        empty={
          <EmptyState
            text="Yaklaşan atölye yok."
            action={
              <a className="btn" href={paths.adminAddProduct}>
                Yeni Ürün Ekle
              </a>
            }
          />
        }
      />
    </section>
  );
}
