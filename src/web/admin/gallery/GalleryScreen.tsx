import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { AdminGallerySet } from '../../../contract/gallery.ts';
import { galleryCategories } from '../../../shared/gallery.ts';
import { formatDate } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { edit as editIcon, trash } from '../../ui/icons.ts';
import { Picture } from '../../ui/Picture.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Conflict } from '../ui/Conflict.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { FormField, FormSelect, FormText } from '../ui/FormFields.tsx';
import { FormPage } from '../ui/FormPage.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { ListTable } from '../ui/ListTable.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { SelectFilter } from '../ui/SelectFilter.tsx';
import { compareSet } from './gallery.ts';
import './gallery-screen.css';
import { $conflict, $set, edit, filters, form, list, remove, save, startNew, takeTheirs } from './gallery.store.ts';
import { PicturesField } from './PicturesField.tsx';

/** Gallery management (SPEC.md 2): the form above, all sets below. */
export default function GalleryScreen(): ReactNode {
  const set = useStore($set);
  const conflict = useStore($conflict);
  const { values } = useStore(form.$form);
  useEffect(startNew, []);
  return (
    <>
      <FormPage
        form={form}
        save={set ? 'Güncelle' : 'Görselleri Yükle'}
        onSave={() => void save()}
        onCancel={set && startNew}
        aside={<Particulars />}
      >
        <h2>{set ? 'Görsel setini düzenle' : 'Yeni görsel seti'}</h2>
        <FormField form={form} name="title" label="Başlık" maxLength={160} autoComplete="off" />
        <FormText form={form} name="description" label="Açıklama" maxLength={2000} />
        <PicturesField />
      </FormPage>
      <Sets />
      <Conflict
        what="Bu görsel seti"
        differences={conflict && compareSet(values, conflict)}
        onMine={() => void save(conflict)}
        onTheirs={takeTheirs}
        onClose={() => $conflict.set(undefined)}
      />
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

const choices = [['', 'Tüm kategoriler'], ...galleryCategories.map((name) => [name, name] as const)] as const;

const columns: Column<AdminGallerySet>[] = [
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
      <>
        <IconButton icon={editIcon} label={`${set.title}: düzenle`} onClick={() => void edit(set)} />
        <IconButton icon={trash} label={`${set.title}: sil`} danger onClick={() => void remove(set)} />
      </>
    ),
  },
];

function Sets() {
  const { search, category } = useStore(filters.$filters);
  return (
    <section className="panel">
      <div>
        <h2>Görsel setleri</h2>
        <p className="quiet">Galeri sayfasında en yeni 7 set görünür.</p>
      </div>
      <div className="filters">
        <SearchBox
          label="Görsel setlerinde ara"
          placeholder="Başlıkta ve açıklamada ara"
          value={search}
          onSearch={(value) => filters.set({ search: value })}
        />
        <SelectFilter
          label="Gösterilen setler"
          value={category}
          options={choices}
          onChange={(value) => filters.set({ category: value })}
        />
      </div>
      <ListTable
        caption="Görsel setleri"
        list={list}
        filters={filters}
        of="setten"
        columns={columns}
        empty={
          search || category ? (
            <EmptyState
              text="Aramaya uyan görsel seti bulunamadı."
              action={
                <Button kind="line" onClick={filters.reset}>
                  Tüm setleri göster
                </Button>
              }
            />
          ) : (
            <EmptyState text="Galeride henüz görsel yok. İlk seti yukarıdaki formla yükleyebilirsiniz." />
          )
        }
      />
    </section>
  );
}
