import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import type { AdminService } from '../../../contract/consulting.ts';
import { Picture } from '../../ui/Picture.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { Conflict } from '../ui/Conflict.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { bindFields, FormField, FormText } from '../ui/FormFields.tsx';
import { FormHeading } from '../ui/FormHeading.tsx';
import { FormPage } from '../ui/FormPage.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { ImagePicker } from '../ui/ImagePicker.tsx';
import { edit as editIcon, trash } from '../ui/icons.ts';
import { ListTable } from '../ui/ListTable.tsx';
import { editor, filters, list, remove, save } from './consulting.store.ts';
import { compareService, serviceLabels } from './consulting.ts';

const { form, $stored, startNew, edit } = editor;
const field = bindFields(form, serviceLabels);

/** Counselling services: the form above, all services below. */
export default function ServicesScreen(): ReactNode {
  const service = useStore($stored);
  const { problem } = useStore(form.$form);
  useEffect(startNew, []);
  return (
    <>
      <FormPage
        form={form}
        save={service ? 'Güncelle' : 'Ekle'}
        onSave={() => void save()}
        onCancel={service && startNew}
        aside={
          <section className="panel">
            <h3>Görsel</h3>
            <ImagePicker
              form={form}
              name="image"
              label="Hizmetin görseli"
              stored={service?.image_url}
              error={problem.fields.image ?? problem.fields.image_url}
            />
          </section>
        }
      >
        <FormHeading id={service?.id} text={service ? 'Hizmeti düzenle' : 'Yeni hizmet'} />
        <FormField {...field('title')} maxLength={160} autoComplete="off" />
        <FormField
          {...field('note')}
          optional
          maxLength={200}
          autoComplete="off"
          hint="Kartta başlığın altında durur; yaş aralığı gibi."
        />
        <FormText {...field('description')} maxLength={5000} />
      </FormPage>
      <Services />
      <Conflict editor={editor} what="Bu hizmet" compare={compareService} />
    </>
  );
}

const columns: Column<AdminService>[] = [
  { label: 'Görsel', kind: 'pic', cell: ({ image_url }) => <Picture src={image_url} sizes="84px" /> },
  { label: 'Başlık', kind: 'main', cell: ({ title }) => <b className="long">{title}</b> },
  {
    label: 'Not',
    cell: ({ note }) => (note ? <span className="long">{note}</span> : <span className="quiet">—</span>),
  },
  { label: 'Açıklama', cell: ({ description }) => <span className="quiet clamp">{description}</span> },
  {
    label: 'İşlemler',
    kind: 'acts',
    cell: (service) => (
      <>
        <IconButton icon={editIcon} label={`${service.title}: düzenle`} onClick={() => void edit(service)} />
        <IconButton icon={trash} label={`${service.title}: sil`} danger onClick={() => void remove(service)} />
      </>
    ),
  },
];

function Services() {
  return (
    <section className="panel">
      <h2>Hizmetler</h2>
      <ListTable
        caption="Danışmanlık hizmetleri"
        list={list}
        filters={filters}
        of="hizmetten"
        columns={columns}
        empty={<EmptyState text="Henüz hizmet yok. İlkini yukarıdaki formla ekleyebilirsiniz." />}
      />
    </section>
  );
}
