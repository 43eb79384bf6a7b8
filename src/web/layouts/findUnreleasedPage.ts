/** Fills the article with what is at an address; false when nothing is. Throws when the server does not answer. */
type ShowPage = (article: HTMLElement, slug: string) => Promise<boolean>;

/**
 * Looks up an address without a page: it may belong to something published after the last release. Its first part names
 * the room. The article waits in a template, so that the page has one heading.
 */
export async function findUnreleasedPage(rooms: Record<string, ShowPage>): Promise<void> {
  const [, room = '', slug = '', ...more] = location.pathname.replace(/\/$/, '').split('/');
  const show = rooms[room];
  const missing = document.getElementById('yok') as HTMLElement;
  const waiting = document.getElementById('bekle') as HTMLElement;
  const template = document.getElementById(`gec-${room}`) as HTMLTemplateElement | null;
  const article = template?.content.firstElementChild as HTMLElement | undefined;
  if (!show || !template || !article || !/^[a-z0-9_-]{1,200}$/.test(slug) || more.length > 0) return;
  const retry = waiting.querySelector('button') as HTMLButtonElement;
  const find = async () => {
    missing.hidden = true;
    waiting.hidden = false;
    retry.hidden = true;
    try {
      const found = await show(article, slug);
      waiting.hidden = true;
      if (found) template.replaceWith(article);
      missing.hidden = found;
    } catch {
      // 'Yükleniyor...' stays, with a button to try again.
      retry.hidden = false;
    }
  };
  retry.addEventListener('click', find);
  await find();
}
