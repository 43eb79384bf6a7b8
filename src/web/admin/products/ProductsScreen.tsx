import { useStore } from '@nanostores/react';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { formatDate, formatMoney, formatTime } from '../../format.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import * as icons from '../../ui/icons.ts';
import { Picture } from '../../ui/Picture.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { categories } from '../categories/categories.store.ts';
import type { Column } from '../ui/DataTable.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { ListTable } from '../ui/ListTable.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { SelectFilter } from '../ui/SelectFilter.tsx';
import { saleTone } from './product.ts';
import { deleteProduct, filters, products } from './products.store.ts';

/** Seats left, and those sold, which lead to who comes. */
function Stock(product: AdminProduct) {
  const { id, title, stock, seats_sold } = product;
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
    </>
  );
}

const columns: Column<AdminProduct>[] = [
  { label: 'Görsel', kind: 'pic', cell: ({ image1 }) => <Picture src={image1} sizes="84px" /> },
  {
    label: 'Başlık',
    kind: 'main',
    sort: 'title',
    cell: ({ id, title }) => (
      <a className="row-link" href={paths.adminEditProduct(id)}>
        {title}
      </a>
    ),
  },
  { label: 'Fiyat', kind: 'num', sort: 'price', cell: ({ price }) => formatMoney(price) },
  { label: 'Kategori', sort: 'category', cell: ({ category }) => category },
  {
    label: 'Tarih ve saat',
    sort: 'date',
    cell: ({ date, time }) => (
      <span className="when">
        {formatDate(date)} <span className="quiet">{formatTime(time)}</span>
      </span>
    ),
  },
  { label: 'Stok', kind: 'num', sort: 'stock', cell: Stock },
  { label: 'Konum', sort: 'location', cell: ({ location }) => location },
  { label: 'İşlemler', kind: 'acts', cell: (product) => <Actions product={product} /> },
];

function Actions({ product }: { product: AdminProduct }) {
  const { id, title } = product;
  return (
    <>
      <a
        className="ib"
        href={`${paths.adminAddProduct}?copy=${id}`}
        aria-label={`Kopyala: ${title}`}
        title={`Kopyala: ${title}`}
      >
        <Icon of={icons.copy} />
      </a>
      <a className="ib" href={paths.adminEditProduct(id)} aria-label={`Düzenle: ${title}`} title={`Düzenle: ${title}`}>
        <Icon of={icons.edit} />
      </a>
      <IconButton icon={icons.trash} label={`Sil: ${title}`} danger onClick={() => void deleteProduct(product)} />
    </>
  );
}

const moments = [
  ['', 'Tüm tarihler'],
  ['upcoming', 'Yaklaşan'],
  ['past', 'Geçmiş'],
] as const;

/** All events: found, sorted, edited, copied, deleted. */
export default function ProductsScreen() {
  const { search, category, when } = useStore(filters.$filters);
  const { rows: names = [] } = useStore(categories.$list);
  const narrowed = search || category || when;
  return (
    <section className="panel">
      <div className="filters">
        <SearchBox
          label="Ürünlerde ara"
          placeholder="Başlık ya da konum ara"
          value={search}
          onSearch={(value) => filters.set({ search: value })}
        />
        <SelectFilter
          label="Kategori"
          value={category}
          options={[['', 'Tüm kategoriler'], ...names.map(({ name }) => [name, name] as const)]}
          onChange={(value) => filters.set({ category: value })}
        />
        <SelectFilter label="Tarih" value={when} options={moments} onChange={(value) => filters.set({ when: value })} />
        <a className="btn" href={paths.adminAddProduct}>
          <Icon of={icons.plus} />
          Yeni Ürün
        </a>
      </div>
      <ListTable
        caption="Ürünler"
        list={products}
        filters={filters}
        of="üründen"
        columns={columns}
        empty={
          <EmptyState
            text="Hiç ürün bulunamadı."
            action={
              narrowed ? (
                <Button kind="line" onClick={filters.reset}>
                  Süzgeçleri temizle
                </Button>
              ) : (
                <a className="btn" href={paths.adminAddProduct}>
                  Yeni Ürün Ekle
                </a>
              )
            }
          />
        }
      />
    </section>
  );
}
