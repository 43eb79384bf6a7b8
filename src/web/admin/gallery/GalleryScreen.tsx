import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { GallerySet } from '../../../contract/gallery.ts';
import { galleryCategories } from '../../../contract/gallery-form.ts';
import { formatDate } from '../../format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { trash } from '../../ui/icons.ts';
import { Picture } from '../../ui/Picture.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { FormField, FormSelect, FormText } from '../ui/FormFields.tsx';
import { FormPage } from '../ui/FormPage.tsx';
import { Pager } from '../ui/Pager.tsx';
import { blankSet } from './gallery.ts';
import './gallery-screen.css';
import { filters, form, list, pageSize, remove, save } from './gallery.store.ts';
import { PicturesField } from './PicturesField.tsx';

/** Gallery management (SPEC.md 2): a new photo set above, all sets below. */
export default function GalleryScreen(): ReactNode {
  useEffect(() => form.open('new', blankSet), []);
  return (
    <>
      <FormPage form={form} save="Görselleri Yükle" onSave={() => void save()} aside={<Particulars />}>
        <h2>Yeni görsel seti</h2>
        <FormField form={form} name="title" label="Başlık" maxLength={160} autoComplete="off" />
        <FormText form={form} name="description" label="Açıklama" maxLength={2000} />
        <PicturesField />
      </FormPage>
      <Sets />
    </>
  );
}

function Particulars() {
  return (
    <section className="panel">
      <FormField form={form} name="date" label="Tarih" type="date" />
      <FormSelect form={form} name="category" label="Kategori">
        <option value="">Seçin</option>
        {galleryCategories.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </FormSelect>
    </section>
  );
}

const columns: Column<GallerySet>[] = [
  {
    label: 'Görsel',
    kind: 'pic',
    cell: ({ gallery_images: [first] }) => <Picture src={first?.image_url ?? null} sizes="84px" />,
  },
  {
    label: 'Başlık',
    kind: 'main',
    cell: ({ title, description }) => (
      <>
        <b>{title}</b>
        <br />
        <span className="quiet clamp">{description}</span>
      </>
    ),
  },
  { label: 'Kategori', cell: ({ category }) => <span className="pill pill--info">{category}</span> },
  { label: 'Tarih', cell: ({ date }) => <span className="nowrap">{formatDate(date)}</span> },
  { label: 'Görsel sayısı', kind: 'num', cell: ({ gallery_images }) => gallery_images.length },
  {
    label: 'İşlemler',
    kind: 'acts',
    cell: (set) => (
      <button type="button" className="ib ib--del" aria-label={`${set.title}: sil`} onClick={() => void remove(set)}>
        <Icon of={trash} />
      </button>
    ),
  },
];

function Sets() {
  const state = useStore(list.$list);
  const { page } = useStore(filters.$filters);
  return (
    <section className="panel">
      <h2>Görsel setleri</h2>
      <p className="quiet">Galeri sayfasında en yeni 7 set görünür.</p>
      <DataTable
        caption="Görsel setleri"
        list={state}
        columns={columns}
        onRetry={list.reload}
        empty={<EmptyState text="Galeride henüz görsel yok. İlk seti yukarıdaki formla yükleyebilirsiniz." />}
      />
      <Pager
        total={state.total}
        page={Number(page)}
        size={pageSize}
        of="setten"
        onPage={(next) => filters.set({ page: String(next) })}
      />
    </section>
  );
}
