import { useStore } from '@nanostores/react';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { formatDate, formatMoney, formatTime } from '../../../shared/format.ts';
import { paths } from '../../adminPaths.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { list as categories } from '../categories/categories.store.ts';
import type { Column } from '../ui/DataTable.tsx';
import { SelectFilter } from '../ui/filters.tsx';
import { IconButton, IconLink } from '../ui/IconButton.tsx';
import * as icons from '../ui/icons.ts';
import { ListPanel } from '../ui/ListPanel.tsx';
import { RowButton } from '../ui/RowButton.tsx';
import { AddDates } from './AddDates.tsx';
import { openDates } from './dates.store.ts';
import { filters, list, remove, restore } from './products.store.ts';
import { saleTone } from './products.ts';

/** Seats left, and what links to the participants: seats sold, people waiting, that it was called off. */
function Stock(product: AdminProduct) {
  const { id, title, stock, seats_sold, waiting, cancelled, hidden } = product;
  // A hidden one has no page of participants.
  if (hidden) return <span className="pill pill--mute">{seats_sold ? `${seats_sold} satıldı` : stock}</span>;
  return (
    <>
      <span className={`pill pill--${saleTone(product)}`}>{stock}</span>
      {seats_sold > 0 && (
        <a
          className="sold"
          href={paths.adminParticipants(id)}
          aria-label={`${seats_sold} satıldı: ${title} katılımcıları`}
        >
          {seats_sold} satıldı
        </a>
      )}
      {waiting > 0 && (
        <a className="sold" href={paths.adminParticipants(id)} aria-label={`${waiting} sırada: ${title}`}>
          {waiting} sırada
        </a>
      )}
      {cancelled && (
        <a className="sold" href={paths.adminParticipants(id)} aria-label={`İptal edildi: ${title} katılımcıları`}>
          İptal edildi
        </a>
      )}
    </>
  );
}

const columns: Column<AdminProduct>[] = [
  { label: 'Görsel', kind: 'pic', cell: ({ image1 }) => <Picture src={image1} sizes="84px" /> },
  {
    label: 'Başlık',
    kind: 'main',
    sort: 'title',
    cell: ({ id, title, status, hidden }) => (
      <>
        {hidden ? (
          title
        ) : (
          <a className="row-link" href={paths.adminEditProduct(id)}>
            {title}
          </a>
        )}{' '}
        {status === 'draft' && <span className="pill pill--mute">Taslak</span>}
        {hidden && <span className="pill pill--mute">Silindi</span>}
      </>
    ),
  },
  { label: 'Fiyat', kind: 'num', sort: 'price', cell: ({ price }) => formatMoney(price) },
  { label: 'Kategori', sort: 'category', cell: ({ category }) => <span className="long">{category}</span> },
  {
    label: 'Tarih ve saat',
    sort: 'date',
    cell: ({ date, time }) => (
      <span className="when">
        {formatDate(date)} <span className="quiet">{formatTime(time)}</span>
      </span>
    ),
  },
  { label: 'Kontenjan', kind: 'num', sort: 'stock', cell: Stock },
  { label: 'Konum', sort: 'location', cell: ({ location }) => <span className="long">{location}</span> },
  { label: 'İşlemler', kind: 'acts', cell: (product) => <Actions product={product} /> },
];

function Actions({ product }: { product: AdminProduct }) {
  const { id, title, seats_sold, hidden } = product;
  if (hidden) return <RowButton label="Geri getir" of={title} onClick={() => restore(id)} />;
  return (
    <>
      {seats_sold > 0 && <IconLink icon={icons.door} label={`Kapı: ${title}`} href={paths.adminDoor(id)} />}
      <IconButton icon={icons.calendar} label={`Tarih ekle: ${title}`} onClick={() => openDates(product)} />
      <IconLink icon={icons.copy} label={`Kopyala: ${title}`} href={`${paths.adminAddProduct}?copy=${id}`} />
      <IconLink icon={icons.edit} label={`Düzenle: ${title}`} href={paths.adminEditProduct(id)} />
      <IconButton icon={icons.trash} label={`Sil: ${title}`} danger onClick={() => void remove(product)} />
    </>
  );
}

const periods = [
  ['', 'Tüm tarihler'],
  ['upcoming', 'Yaklaşan'],
  ['past', 'Geçmiş'],
  ['deleted', 'Silinenler'],
] as const;

/** Searches, sorts, copies and deletes products. */
export default function ProductsScreen() {
  const { rows = [] } = useStore(categories.$list);
  return (
    <ListPanel
      caption="Atölyeler"
      list={list}
      filters={filters}
      of="atölyeden"
      columns={columns}
      search={{ label: 'Atölyelerde ara', placeholder: 'Başlık ya da konum ara' }}
      empty="Hiç ürün bulunamadı."
      emptyAction={
        <a className="btn" href={paths.adminAddProduct}>
          Yeni Ürün Ekle
        </a>
      }
      narrowing={['search', 'category', 'when']}
      clear="Süzgeçleri temizle"
    >
      <SelectFilter
        filters={filters}
        name="category"
        label="Kategori"
        options={[['', 'Tüm kategoriler'], ...rows.map(({ name }) => [name, name] as const)]}
      />
      <SelectFilter filters={filters} name="when" label="Tarih" options={periods} />
      <a className="btn" href={paths.adminAddProduct}>
        <Icon of={icons.plus} />
        Yeni Atölye
      </a>
      <AddDates />
    </ListPanel>
  );
}
