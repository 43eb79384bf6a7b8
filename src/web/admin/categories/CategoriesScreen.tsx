import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { Category } from '../../../contract/catalog.ts';
import { Button } from '../../ui/Button.tsx';
import { edit as editIcon, trash } from '../../ui/icons.ts';
import { EmptyState, ErrorNote } from '../../ui/States.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { FormField } from '../ui/FormFields.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { addCategory, addForm, categories, deleteCategory, renameCategory, renameForm } from './categories.store.ts';

/** Workshop categories: added, renamed, deleted while empty. */
export default function CategoriesScreen() {
  const list = useStore(categories.$list);
  const [edited, setEdited] = useState<string>();
  const edit = ({ id, name }: Category) => {
    renameForm.open(id, { name });
    setEdited(id);
  };
  const columns: Column<Category>[] = [
    {
      label: 'Kategori',
      kind: 'main',
      cell: ({ id, name }) => (id === edited ? <Rename id={id} onDone={() => setEdited(undefined)} /> : <b>{name}</b>),
    },
    {
      label: 'İşlemler',
      kind: 'acts',
      cell: (category) =>
        category.id !== edited && (
          <>
            <IconButton icon={editIcon} label={`Düzenle: ${category.name}`} onClick={() => edit(category)} />
            <IconButton
              icon={trash}
              label={`Sil: ${category.name}`}
              danger
              onClick={() => void deleteCategory(category)}
            />
          </>
        ),
    },
  ];
  return (
    <>
      <AddCategory />
      <section className="panel">
        <h2>Kategoriler</h2>
        <DataTable
          caption="Kategoriler"
          list={list}
          columns={columns}
          onRetry={categories.reload}
          empty={<EmptyState text="Henüz kategori yok. İlkini yukarıdan ekleyin." />}
        />
      </section>
    </>
  );
}

function AddCategory() {
  const { failure, busy } = useStore(addForm.$form);
  useEffect(() => {
    addForm.open('new', { name: '' });
    return addForm.close;
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void addCategory();
  };
  return (
    <section className="panel">
      <h2>Yeni kategori</h2>
      {failure && <ErrorNote text={failure} />}
      <form className="one-line" noValidate onSubmit={submit}>
        <FormField form={addForm} name="name" label="Kategori adı" maxLength={80} autoComplete="off" />
        <Button type="submit" kind="accent" busy={busy}>
          Kategori Ekle
        </Button>
      </form>
    </section>
  );
}

function Rename({ id, onDone }: { id: string; onDone: () => void }) {
  const { failure, busy } = useStore(renameForm.$form);
  useEffect(() => renameForm.close, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await renameCategory(id)) onDone();
  };
  return (
    <form className="one-line" noValidate onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onDone()}>
      <FormField form={renameForm} name="name" label="Yeni adı" maxLength={80} autoComplete="off" autoFocus />
      <Button kind="line" onClick={onDone}>
        Vazgeç
      </Button>
      <Button type="submit" busy={busy}>
        Güncelle
      </Button>
      {failure && <ErrorNote text={failure} />}
    </form>
  );
}
