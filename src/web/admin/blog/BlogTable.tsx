import { useStore } from '@nanostores/react';
import type { AdminBlog } from '../../../contract/blog.ts';
import { excerpt } from '../../format.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { edit as editIcon, eye, trash } from '../../ui/icons.ts';
import { Picture } from '../../ui/Picture.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { Pager } from '../ui/Pager.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { BlogState } from './BlogForm.tsx';
import { edit, filters, list, pageSize, remove } from './blog.store.ts';

const columns: Column<AdminBlog>[] = [
  { label: 'Görsel', kind: 'pic', cell: ({ image_url }) => <Picture src={image_url} sizes="84px" /> },
  {
    label: 'Başlık',
    kind: 'main',
    cell: (post) => (
      <>
        <b>{post.title}</b>
        {post.status !== 'published' && (
          <>
            <br />
            <BlogState post={post} />
          </>
        )}
      </>
    ),
  },
  { label: 'Açıklama', cell: ({ description }) => <span className="quiet">{excerpt(description)}</span> },
  { label: 'İşlemler', kind: 'acts', cell: (post) => <Acts post={post} /> },
];

function Acts({ post }: { post: AdminBlog }) {
  const shown = post.status === 'published' ? paths.blog(post.slug) : paths.blogPreview(post.preview_token);
  return (
    <>
      <a className="ib" href={shown} target="_blank" rel="noreferrer" aria-label={`${post.title}: sayfada gör`}>
        <Icon of={eye} />
      </a>
      <button type="button" className="ib" aria-label={`${post.title}: düzenle`} onClick={() => void edit(post.id)}>
        <Icon of={editIcon} />
      </button>
      <button type="button" className="ib ib--del" aria-label={`${post.title}: sil`} onClick={() => void remove(post)}>
        <Icon of={trash} />
      </button>
    </>
  );
}

/** Every post, drafts and scheduled ones too. */
export function BlogTable() {
  const state = useStore(list.$list);
  const { search, status, page } = useStore(filters.$filters);
  const narrowed = search !== '' || status !== '';
  return (
    <section className="panel">
      <h2>Yazılar</h2>
      <div className="filters">
        <SearchBox
          label="Yazılarda ara"
          placeholder="Başlıkta ve açıklamada ara"
          value={search}
          onSearch={(value) => filters.set({ search: value })}
        />
        <label>
          Durum
          <select className="in" value={status} onChange={(event) => filters.set({ status: event.target.value })}>
            <option value="">Tümü</option>
            <option value="published">Yayında</option>
            <option value="scheduled">Zamanlanmış</option>
            <option value="draft">Taslak</option>
          </select>
        </label>
      </div>
      <DataTable
        caption="Blog yazıları"
        list={state}
        columns={columns}
        onRetry={list.reload}
        empty={
          narrowed ? (
            <EmptyState
              text="Aramaya uyan yazı bulunamadı."
              action={
                <Button kind="line" onClick={() => filters.set({ search: '', status: '' })}>
                  Tüm yazıları göster
                </Button>
              }
            />
          ) : (
            <EmptyState text="Henüz blog yazısı yok. İlkini yukarıdaki formla ekleyebilirsiniz." />
          )
        }
      />
      <Pager
        total={state.total}
        page={Number(page)}
        size={pageSize}
        of="yazıdan"
        onPage={(next) => filters.set({ page: String(next) })}
      />
    </section>
  );
}
