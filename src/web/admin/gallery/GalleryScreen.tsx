import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { AdminGallerySet } from '../../../contract/gallery.ts';
import { formatDate } from '../../../shared/format.ts';
import { galleryCategories } from '../../../shared/gallery.ts';
import { Picture } from '../../ui/Picture.tsx';
import { Conflict } from '../ui/Conflict.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { bindFields, FormField, FormSelect, FormText } from '../ui/FormFields.tsx';
import { FormHeading } from '../ui/FormHeading.tsx';
import { FormPage } from '../ui/FormPage.tsx';
import { SelectFilter } from '../ui/filters.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { edit as editIcon, trash } from '../ui/icons.ts';
import { ListPanel } from '../ui/ListPanel.tsx';
import { compareSet, setLabels } from './gallery.ts';
import './gallery-screen.css';
import { editor, filters, list, remove, save } from './gallery.store.ts';
import { PicturesField } from './PicturesField.tsx';

const { form, $stored, startNew, edit } = editor;
const field = bindFields(form, setLabels);

/** Gallery management: the form above, all sets below. */
export default function GalleryScreen(): ReactNode {
  const set = useStore($stored);
  useEffect(startNew, []);
  return (
    <>
      <FormPage
        form={form}
        save={set ? 'Güncelle' : 'Görselleri Yükle'}
        onSave={() => void save()}
        onCancel={set && startNew}
        aside={<DateAndCategory />}
      >
        <FormHeading id={set?.id} text={set ? 'Görsel setini düzenle' : 'Yeni görsel seti'} />
        <FormField {...field('title')} maxLength={160} autoComplete="off" />
        <FormText {...field('description')} maxLength={2000} />
        <PicturesField />
      </FormPage>
      <Sets />
      <Conflict editor={editor} what="Bu görsel seti" compare={compareSet} />
    </>
  );
}

function DateAndCategory() {
  return (
    <section className="panel">
      <FormField {...field('date')} type="date" />
      <FormSelect {...field('category')} options={[['', 'Seçin'], ...categories]} />
    </section>
  );
}

const categories = galleryCategories.map((name) => [name, name] as const);
const choices = [['', 'Tüm kategoriler'], ...categories] as const;

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
        <b className="long">{title}</b>
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
  return (
    <ListPanel
      heading={
        <div>
          <h2>Görsel setleri</h2>
          <p className="quiet">Galeri sayfasında en yeni 7 set görünür.</p>
        </div>
      }
      caption="Görsel setleri"
      list={list}
      filters={filters}
      of="setten"
      columns={columns}
      search={{ label: 'Görsel setlerinde ara', placeholder: 'Başlıkta ve açıklamada ara' }}
      empty="Galeride henüz görsel yok. İlk seti yukarıdaki formla yükleyebilirsiniz."
      narrowing={['search', 'category']}
      noMatch="Aramaya uyan görsel seti bulunamadı."
      clear="Tüm setleri göster"
    >
      <SelectFilter filters={filters} name="category" label="Gösterilen setler" options={choices} />
    </ListPanel>
  );
}
