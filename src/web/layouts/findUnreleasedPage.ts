/** Draws what stands at an address into its article; false when nothing does. Throws when nobody answers. */
export type Lookup = (article: HTMLElement, slug: string) => Promise<boolean>;

/**
 * Looks up what stands at an address without a page: it may have been published seconds ago. The article's shape waits
 * in a template, so that the page has one heading.
 */
export async function findUnreleasedPage(lookups: Record<string, Lookup>): Promise<void> {
  const [, room = '', slug = '', ...more] = location.pathname.split('/');
  const look = lookups[room];
  const missing = document.getElementById('yok') as HTMLElement;
  const waiting = document.getElementById('bekle') as HTMLElement;
  const template = document.getElementById(`gec-${room}`) as HTMLTemplateElement | null;
  const article = template?.content.firstElementChild as HTMLElement | undefined;
  if (!look || !template || !article || !/^[a-z0-9_-]{1,200}$/.test(slug) || more.length > 0) return;
  const retry = waiting.querySelector('button') as HTMLButtonElement;
  const ask = async () => {
    missing.hidden = true;
    waiting.hidden = false;
    retry.hidden = true;
    try {
      const found = await look(article, slug);
      waiting.hidden = true;
      if (found) template.replaceWith(article);
      missing.hidden = found;
    } catch {
      // Stays on 'Yükleniyor...', with a button to try again.
      retry.hidden = false;
    }
  };
  retry.addEventListener('click', ask);
  await ask();
}
