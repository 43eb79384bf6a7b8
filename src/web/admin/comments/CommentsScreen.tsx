import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { AdminComment } from '../../../contract/comments.ts';
import { formatDateTime } from '../../format.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { check, trash } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/States.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { ListTable } from '../ui/ListTable.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { SelectFilter } from '../ui/SelectFilter.tsx';
import { approve, filters, list, remove } from './comments.store.ts';
import './comments-screen.css';

const columns: Column<AdminComment>[] = [
  {
    label: 'ID',
    cell: ({ id }) => (
      <code className="quiet" title={id}>
        {id.slice(0, 8)}
      </code>
    ),
  },
  {
    label: 'Yazan',
    kind: 'main',
    cell: ({ name_surname, approved }) => (
      <>
        <b>{name_surname}</b>
        {!approved && (
          <>
            <br />
            <span className="pill pill--warn">Onay bekliyor</span>
          </>
        )}
      </>
    ),
  },
  { label: 'Yorum', cell: ({ description }) => <span className="said">{description}</span> },
  {
    label: 'Blog',
    cell: ({ blogs }) => (
      <a href={paths.blog(blogs.slug)} target="_blank" rel="noreferrer">
        {blogs.title}
      </a>
    ),
  },
  {
    label: 'Tarih',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
  },
  {
    label: 'İşlemler',
    kind: 'acts',
    cell: (comment) => (
      <>
        {!comment.approved && (
          <IconButton icon={check} label={`${comment.name_surname}: onayla`} onClick={() => void approve(comment)} />
        )}
        <IconButton icon={trash} label={`${comment.name_surname}: sil`} danger onClick={() => void remove(comment)} />
      </>
    ),
  },
];

const statuses = [
  ['', 'Tüm durumlar'],
  ['pending', 'Onay bekleyen'],
  ['approved', 'Onaylanmış'],
] as const;

/** Comments (SPEC.md 2): all of them, those that wait for approval marked. */
export default function CommentsScreen(): ReactNode {
  const { status, search } = useStore(filters.$filters);
  return (
    <section className="panel">
      <div className="filters">
        <SearchBox
          label="Yorumlarda ara"
          placeholder="Yazanda ve yorumda ara"
          value={search}
          onSearch={(value) => filters.set({ search: value })}
        />
        <SelectFilter
          label="Durum"
          value={status}
          options={statuses}
          onChange={(value) => filters.set({ status: value })}
        />
      </div>
      <ListTable
        caption="Yorumlar"
        list={list}
        filters={filters}
        of="yorumdan"
        columns={columns}
        empty={
          <EmptyState
            text="Gösterilecek yorum bulunmuyor."
            action={
              (status || search) && (
                <Button kind="line" onClick={filters.reset}>
                  Tüm yorumları göster
                </Button>
              )
            }
          />
        }
      />
    </section>
  );
}
