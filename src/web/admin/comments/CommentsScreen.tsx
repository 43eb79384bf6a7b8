import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { AdminComment } from '../../../contract/comments.ts';
import { formatMoment } from '../../format.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { check, trash } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/States.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { Pager } from '../ui/Pager.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { approve, filters, list, pageSize, remove } from './comments.store.ts';
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
    cell: ({ created_at }) => <time dateTime={created_at}>{formatMoment(created_at)}</time>,
  },
  {
    label: 'İşlemler',
    kind: 'acts',
    cell: (comment) => (
      <>
        {!comment.approved && (
          <button
            type="button"
            className="ib"
            aria-label={`${comment.name_surname}: onayla`}
            onClick={() => void approve(comment)}
          >
            <Icon of={check} />
          </button>
        )}
        <button
          type="button"
          className="ib ib--del"
          aria-label={`${comment.name_surname}: sil`}
          onClick={() => void remove(comment)}
        >
          <Icon of={trash} />
        </button>
      </>
    ),
  },
];

/** Comments (SPEC.md 2): all of them, those that wait for approval marked. */
export default function CommentsScreen(): ReactNode {
  const state = useStore(list.$list);
  const { status, search, page } = useStore(filters.$filters);
  const narrowed = status !== '' || search !== '';
  return (
    <section className="panel">
      <div className="filters">
        <SearchBox
          label="Yorumlarda ara"
          placeholder="Yazanda ve yorumda ara"
          value={search}
          onSearch={(value) => filters.set({ search: value })}
        />
        <label>
          Durum
          <select className="in" value={status} onChange={(event) => filters.set({ status: event.target.value })}>
            <option value="">Tümü</option>
            <option value="pending">Onay bekleyen</option>
            <option value="approved">Onaylanmış</option>
          </select>
        </label>
      </div>
      <DataTable
        caption="Yorumlar"
        list={state}
        columns={columns}
        onRetry={list.reload}
        empty={
          <EmptyState
            text="Gösterilecek yorum bulunmuyor."
            action={
              narrowed && (
                <Button kind="line" onClick={() => filters.set({ status: '', search: '' })}>
                  Tüm yorumları göster
                </Button>
              )
            }
          />
        }
      />
      <Pager
        total={state.total}
        page={Number(page)}
        size={pageSize}
        of="yorumdan"
        onPage={(next) => filters.set({ page: String(next) })}
      />
    </section>
  );
}
