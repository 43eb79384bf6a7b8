import { useStore } from '@nanostores/react';
import type { AdminBlog } from '../../../contract/blog.ts';
import { excerpt } from '../../format.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { edit as editIcon, eye, trash } from '../../ui/icons.ts';
import { Picture } from '../../ui/Picture.tsx';
import { EmptyState } from '../../ui/States.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { ListTable } from '../ui/ListTable.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { SelectFilter } from '../ui/SelectFilter.tsx';
import { BlogState } from './BlogForm.tsx';
import { edit, filters, list, remove } from './blog.store.ts';

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
  const label = `${post.title}: sayfada gör`;
  return (
    <>
      <a className="ib" href={shown} target="_blank" rel="noreferrer" aria-label={label} title={label}>
        <Icon of={eye} />
      </a>
      <IconButton icon={editIcon} label={`${post.title}: düzenle`} onClick={() => void edit(post.id)} />
      <IconButton icon={trash} label={`${post.title}: sil`} danger onClick={() => void remove(post)} />
    </>
  );
}

const statuses = [
  ['', 'Tüm durumlar'],
  ['published', 'Yayında'],
  ['scheduled', 'Zamanlanmış'],
  ['draft', 'Taslak'],
] as const;

/** Every post, drafts and scheduled ones too. */
export function BlogTable() {
  const { search, status } = useStore(filters.$filters);
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
        <SelectFilter
          label="Durum"
          value={status}
          options={statuses}
          onChange={(value) => filters.set({ status: value })}
        />
      </div>
      <ListTable
        caption="Blog yazıları"
        list={list}
        filters={filters}
        of="yazıdan"
        columns={columns}
        empty={
          search || status ? (
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
    </section>
  );
}
