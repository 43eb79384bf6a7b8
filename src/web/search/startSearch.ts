import { excerpt } from '../../shared/format.ts';
import { loadSearchIndex } from './search.store.ts';
import { type Entry, kindNames, type Searchable, search, searchNearest } from './search.ts';

const maxResults = 30;
/** Waits so long after the last letter, so that screen readers do not read a result count for each. */
const typingPauseMs = 250;

/** Searches while somebody types. The query is kept in the address, so that it can be bookmarked. */
export function startSearch(form: HTMLFormElement): void {
  const field = form.elements.namedItem('q') as HTMLInputElement;
  const retry = document.getElementById('ara-tekrar') as HTMLElement;
  let timer = 0;

  const run = async () => {
    clearTimeout(timer);
    const query = field.value.trim();
    history.replaceState(history.state, '', query ? `?${new URLSearchParams({ q: query })}` : location.pathname);
    if (!query) return show({ status: 'Birkaç harf yazmanız yeter: konu, atölye, hizmet ya da bir soru.' });
    const slowTimer = setTimeout(() => show({ status: 'Aranıyor...' }), typingPauseMs);
    try {
      const index = await loadSearchIndex();
      if (query === field.value.trim()) showFound(index, query);
    } catch {
      show({ failed: true });
    } finally {
      clearTimeout(slowTimer);
    }
  };

  field.value = new URLSearchParams(location.search).get('q') ?? field.value;
  // Loads the index early; a failure is shown when something is searched.
  field.addEventListener('focus', () => void loadSearchIndex().catch(() => undefined), { once: true });
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(run, typingPauseMs);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run();
  });
  retry.addEventListener('click', () => {
    field.focus();
    // Clears the failure, so that the next one is announced again.
    show({ status: 'Aranıyor...' });
    void run();
  });
  void run();
}

function showFound(index: Searchable[], query: string): void {
  const whole = search(index, query);
  const found = whole.length ? whole : searchNearest(index, query);
  const rest =
    found.length > maxResults ? ` İlk ${maxResults} sonucu görüyorsunuz; bir sözcük daha eklemeyi deneyin.` : '';
  const kind = whole.length ? 'sonuç bulundu' : 'yakın sonuç bulundu; yazdıklarınızın hepsi hiçbirinde geçmiyor';
  const status = found.length ? `${found.length} ${kind}.${rest}` : 'Sonuç bulunamadı.';
  show({ status, found: found.slice(0, maxResults), nothing: !found.length });
}

interface Shown {
  status?: string;
  found?: Entry[];
  nothing?: boolean;
  failed?: boolean;
}

function show({ status = '', found = [], nothing = false, failed = false }: Shown): void {
  const part = (id: string) => document.getElementById(id) as HTMLElement;
  part('ara-durum').textContent = status;
  part('ara-yok').hidden = !nothing;
  part('ara-hata').hidden = !failed;
  part('ara-sonuc').replaceChildren(...found.map(createResult));
}

/** Fills in the page's template. */
function createResult({ kind, title, path, description }: Entry): Node {
  const template = document.getElementById('ara-model') as HTMLTemplateElement;
  const item = template.content.cloneNode(true) as DocumentFragment;
  const link = item.querySelector('a') as HTMLAnchorElement;
  link.href = path;
  link.textContent = title;
  (item.querySelector('.pill') as HTMLElement).textContent = kindNames[kind];
  (item.querySelector('p') as HTMLElement).textContent = excerpt(description);
  return item;
}
