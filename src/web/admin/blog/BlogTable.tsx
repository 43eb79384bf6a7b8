import type { AdminBlog } from '../../../contract/blog.ts';
import { excerpt, formatDate } from '../../../shared/format.ts';
import { paths } from '../../paths.ts';
import { Picture } from '../../ui/Picture.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { SelectFilter } from '../ui/filters.tsx';
import { IconButton, IconLink } from '../ui/IconButton.tsx';
import { edit as editIcon, eye, trash } from '../ui/icons.ts';
import { ListPanel } from '../ui/ListPanel.tsx';
import { BlogState } from './BlogForm.tsx';
import { edit, filters, list, remove } from './blog.store.ts';

const columns: Column<AdminBlog>[] = [
  { label: 'Görsel', kind: 'pic', cell: ({ image_url }) => <Picture src={image_url} sizes="84px" /> },
  {
    label: 'Başlık',
    kind: 'main',
    cell: (post) => (
      <>
        <b className="long">{post.title}</b>
        <br />
        {post.status === 'published' ? (
          <small className="quiet">{formatDate(post.created_at)}</small>
        ) : (
          <BlogState post={post} />
        )}
      </>
    ),
  },
  { label: 'Açıklama', cell: ({ description }) => <span className="quiet long">{excerpt(description)}</span> },
  { label: 'İşlemler', kind: 'acts', cell: (post) => <Acts post={post} /> },
];

function Acts({ post }: { post: AdminBlog }) {
  const shown = post.status === 'published' ? paths.blog(post.slug) : paths.blogPreview(post.preview_token);
  return (
    <>
      <IconLink icon={eye} label={`${post.title}: sayfada gör`} href={shown} target="_blank" rel="noreferrer" />
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

/** All posts, drafts and scheduled ones included. */
export function BlogTable() {
  return (
    <ListPanel
      heading={<h2>Yazılar</h2>}
      caption="Blog yazıları"
      list={list}
      filters={filters}
      of="yazıdan"
      columns={columns}
      search={{ label: 'Yazılarda ara', placeholder: 'Başlıkta ve açıklamada ara' }}
      empty="Henüz blog yazısı yok. İlkini yukarıdaki formla ekleyebilirsiniz."
      narrowing={['search', 'status']}
      noMatch="Aramaya uyan yazı bulunamadı."
      clear="Tüm yazıları göster"
    >
      <SelectFilter filters={filters} name="status" label="Durum" options={statuses} />
    </ListPanel>
  );
}
