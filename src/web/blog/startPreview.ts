import type { AdminBlog } from '../../contract/blog.ts';
import { formatDateTime } from '../../shared/format.ts';
import { CallError } from '../http.ts';
import { findPreview } from './blog.store.ts';
import { fillArticle } from './showUnreleasedPost.ts';

/** Says above the post whether readers can see it. */
function previewNote({ status, publish_at }: AdminBlog): string {
  if (status === 'published') return 'Önizleme: bu yazı yayında.';
  const when = status === 'scheduled' && publish_at ? ` ${formatDateTime(publish_at)} tarihinde yayınlanacak.` : '';
  return `Önizleme: bu yazı henüz yayında değil.${when} Onu yalnızca bu adresi bilenler görebilir.`;
}

/** Fills the preview page with the post of its secret link. */
export async function showPreview(): Promise<void> {
  const note = document.querySelector('#durum .note') as HTMLElement;
  const retry = document.querySelector('#durum button') as HTMLButtonElement;
  const article = document.getElementById('onizleme') as HTMLElement;
  retry.onclick = () => void showPreview();
  retry.hidden = true;
  note.textContent = 'Yükleniyor...';
  try {
    const post = await findPreview(new URLSearchParams(location.search).get('token') ?? '');
    fillArticle(article, post);
    article.hidden = false;
    note.textContent = previewNote(post);
  } catch (error) {
    const gone = error instanceof CallError && error.status === 404;
    note.textContent = gone
      ? 'Bu önizleme bağlantısı geçerli değil. Yazı silinmiş, bağlantının iki haftalık süresi dolmuş ya da adres eksik kopyalanmış olabilir.'
      : 'Önizleme açılamadı. Bağlantınızı kontrol edip yeniden deneyin.';
    retry.hidden = gone;
  }
}
