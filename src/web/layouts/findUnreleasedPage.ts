/** Draws what stands at an address into its article; false when nothing does. Throws when nobody answers. */
export type Lookup = (article: HTMLElement, slug: string) => Promise<boolean>;

/** An address that has no page may belong to something published seconds ago: it is looked up before giving up. */
export async function findUnreleasedPage(lookups: Record<string, Lookup>): Promise<void> {
  const [, room = '', slug = '', ...more] = location.pathname.split('/');
  const look = lookups[room];
  const missing = document.getElementById('yok') as HTMLElement;
  const waiting = document.getElementById('bekle') as HTMLElement;
  const article = document.getElementById(`gec-${room}`);
  if (!look || !article || !/^[a-z0-9_-]{1,200}$/.test(slug) || more.length > 0) return;
  const retry = waiting.querySelector('button') as HTMLButtonElement;
  const ask = async () => {
    missing.hidden = true;
    waiting.hidden = false;
    retry.hidden = true;
    try {
      const found = await look(article, slug);
      waiting.hidden = true;
      article.hidden = !found;
      missing.hidden = found;
    } catch {
      // It stays on 'Yükleniyor...' (SPEC.md 8), with a way to try again beside it.
      retry.hidden = false;
    }
  };
  retry.addEventListener('click', ask);
  await ask();
}
