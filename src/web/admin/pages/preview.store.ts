import { atom } from 'nanostores';
import type { ContentName } from '../../../contract/contentDocuments.ts';
import { isSameJson } from '../../../shared/json.ts';
import { CallError, toRequest } from '../../http.ts';
import { adminCall, errorMessage } from '../calls.ts';
import { $warnings, editor } from './editPage.store.ts';
import { infoOf } from './pages.ts';
import type { Words } from './words.ts';

/** How long nobody types before the page is rendered again. */
const restMs = 600;

interface Preview {
  isOpen: boolean;
  rendering: boolean;
  /** The page as rendered last; it stays while the next one is rendered and where that fails. */
  url?: string;
  /** Why the newest words are not shown. */
  message?: string;
  /** The wrong fields by path. */
  fields?: Record<string, string>;
}

/** The real page with the words in the form. It stays open from one page to the next. */
export const $preview = atom<Preview>({ isOpen: false, rendering: false });

const change = (patch: Partial<Preview>) => $preview.set({ ...$preview.get(), ...patch });

/** The part of the form that somebody works on, which decides which of several pages is shown. */
let part = '';
let resting: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | undefined;
/** What was rendered last, or is being rendered. */
let rendered: { name: string; data: Words; path: string | undefined } | undefined;

export function openPreview(): void {
  change({ isOpen: true });
  renderNow();
}

export function closePreview(): void {
  stop();
  change({ isOpen: false });
}

/** Renders the words in the form at once, also where they failed before. */
export function renderNow(): void {
  rendered = undefined;
  change({ message: undefined });
  schedulePreview(0);
}

/** Notes which part of the form has the focus. */
export function setPart(key: string): void {
  part = key;
  schedulePreview();
}

/** Renders the words in the form once nobody has typed for a moment, unless they are shown already. */
export function schedulePreview(delayMs: number = restMs): void {
  if (!$preview.get().isOpen) return;
  clearTimeout(resting);
  resting = setTimeout(() => void render(), delayMs);
}

/** Forgets the page that is shown: another one is in the form. */
export function clearPreview(): void {
  stop();
  part = '';
  change({ url: undefined, message: undefined, fields: undefined });
}

function stop(): void {
  clearTimeout(resting);
  running?.abort();
  running = undefined;
  rendered = undefined;
  change({ rendering: false });
}

async function render(): Promise<void> {
  const page = editor.$stored.get();
  if (!page) return;
  const path = infoOf(page.name).previews?.[part];
  const wanted = { name: page.name, data: editor.form.$form.get().values.data, path };
  if (isSameJson(wanted, rendered)) return;
  running?.abort();
  const mine = new AbortController();
  running = mine;
  rendered = wanted;
  change({ rendering: true });
  try {
    const { url, warnings } = await adminCall(
      'POST /api/admin/content/:name/preview',
      { params: { name: page.name as ContentName }, body: { data: wanted.data, path } },
      { signal: mine.signal },
    );
    if (running !== mine) return;
    change({ url: addressOf(url), message: undefined, fields: undefined });
    $warnings.set(warnings);
  } catch (error) {
    if (running !== mine) return;
    rendered = undefined;
    const fields = error instanceof CallError && error.code === 'invalid' ? error.fields : undefined;
    change({ fields, message: fields ? undefined : errorMessage(error, 'Önizleme hazırlanamadı.') });
  } finally {
    if (running === mine) change({ rendering: false });
  }
}

/** The address of a preview where this page reaches the API, which the site's own address may not lead to yet. */
const addressOf = (url: string): string =>
  toRequest('GET /api/content-preview/:token', { params: { token: url.slice(url.lastIndexOf('/') + 1) } }).url;
