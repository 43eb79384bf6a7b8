import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { Category } from '../../../contract/catalog.ts';
import { Button } from '../../ui/Button.tsx';
import { useErrorFocus } from '../../ui/Field.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { FormField } from '../ui/FormFields.tsx';
import { FormNote } from '../ui/FormNote.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { edit as editIcon, trash } from '../ui/icons.ts';
import { add, addForm, list, remove, rename, renameForm } from './categories.store.ts';

/** Adds, renames and deletes categories; one that has products cannot be deleted. */
export default function CategoriesScreen() {
  const categories = useStore(list.$list);
  const [edited, setEdited] = useState<string>();
  const edit = ({ id, name }: Category) => {
    renameForm.open(id, { name });
    setEdited(id);
  };
  const columns: Column<Category>[] = [
    {
      label: 'Kategori',
      kind: 'main',
      cell: ({ id, name }) =>
        id === edited ? <RenameForm id={id} onDone={() => setEdited(undefined)} /> : <b className="long">{name}</b>,
    },
    {
      label: 'İşlemler',
      kind: 'acts',
      cell: (category) =>
        category.id !== edited && (
          <>
            <IconButton icon={editIcon} label={`Düzenle: ${category.name}`} onClick={() => edit(category)} />
            <IconButton icon={trash} label={`Sil: ${category.name}`} danger onClick={() => void remove(category)} />
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
          list={categories}
          columns={columns}
          onRetry={list.reload}
          empty={<EmptyState text="Henüz kategori yok. İlkini yukarıdan ekleyin." />}
        />
      </section>
    </>
  );
}

function AddCategory() {
  const { problem, sending, rejections } = useStore(addForm.$form);
  const form = useErrorFocus(rejections);
  useEffect(() => {
    addForm.open('new', { name: '' });
    return addForm.close;
  }, []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void add();
  };
  return (
    <section className="panel">
      <h2>Yeni kategori</h2>
      <FormNote problem={problem} />
      <form className="one-line" ref={form} noValidate onSubmit={submit}>
        <FormField form={addForm} name="name" label="Kategori adı" maxLength={80} autoComplete="off" />
        <Button type="submit" kind="accent" busy={sending}>
          Kategori Ekle
        </Button>
      </form>
    </section>
  );
}

function RenameForm({ id, onDone }: { id: string; onDone: () => void }) {
  const { problem, sending, rejections } = useStore(renameForm.$form);
  const form = useErrorFocus(rejections);
  useEffect(() => renameForm.close, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (await rename(id)) onDone();
  };
  return (
    <form
      className="one-line"
      ref={form}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onDone()}
    >
      <FormField form={renameForm} name="name" label="Yeni adı" maxLength={80} autoComplete="off" autoFocus />
      <Button kind="line" onClick={onDone}>
        Vazgeç
      </Button>
      <Button type="submit" busy={sending}>
        Güncelle
      </Button>
      <FormNote problem={problem} />
    </form>
  );
}
