import type { AdminBlog } from '../../contract/blog.ts';
import { formatDateTime } from '../../shared/format.ts';
import { isOver, startLinkPage } from '../ui/linkPage.ts';
import { findPreview } from './blog.store.ts';
import { fillArticle } from './showUnreleasedPost.ts';

/** Says above the post whether readers can see it. */
function previewNote({ status, publish_at }: AdminBlog): string {
  if (status === 'published') return 'Önizleme: bu yazı yayında.';
  const when = status === 'scheduled' && publish_at ? ` ${formatDateTime(publish_at)} tarihinde yayınlanacak.` : '';
  return `Önizleme: bu yazı henüz yayında değil.${when} Onu yalnızca bu adresi bilenler görebilir.`;
}

/** Shows the post of a secret link in `page` instead of `sheet`, which says why it cannot be shown. */
export function startPreview(sheet: HTMLElement, page: HTMLElement): void {
  const load = async () => {
    const post = await findPreview(new URLSearchParams(location.search).get('token') ?? '');
    fillArticle(page.querySelector('article') as HTMLElement, post);
    (page.querySelector('.note') as HTMLElement).textContent = previewNote(post);
    (sheet.parentElement as HTMLElement).hidden = true;
    page.hidden = false;
  };
  startLinkPage(sheet, load, (error) => (isOver(error) ? 'expired' : 'failed'));
}
