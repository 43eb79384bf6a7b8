import { atom } from 'nanostores';
import type { ContentName } from '../../../contract/contentDocuments.ts';
import { dayInIstanbul } from '../../../shared/time.ts';
import { CallError } from '../../http.ts';
import { serverNow } from '../../serverClock.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminText, errorMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { withFailureToast } from '../failureToast.ts';
import { refreshSetup } from '../setup/setup.store.ts';
import { labelAt, readPath } from './labels.ts';
import { loadRows } from './pages.store.ts';

/** Which transfer of the file of all words is running. */
export const $busy = atom<'export' | 'import' | undefined>();
/** Why a file was not taken over: a sentence, and one for each wrong field with what people call it. */
export const $refusal = atom<{ message: string; fields: [string, string][] } | undefined>();

export async function exportWords(): Promise<void> {
  $busy.set('export');
  await withFailureToast('Metinler indirilemedi.', async () => {
    const text = await adminText('GET /api/admin/content.json');
    saveFile(`metinler-${dayInIstanbul(serverNow())}.json`, text, 'application/json');
  });
  $busy.set(undefined);
}

/** Takes over the words of a chosen file after asking. */
export async function importWords(file: File): Promise<void> {
  $refusal.set(undefined);
  const body = await readFile(file);
  const count = Object.keys(body?.documents ?? {}).length;
  if (!body || count === 0) return $refusal.set({ message: 'Bu dosyada site metinleri yok.', fields: [] });
  const isSure = await confirm({
    title: 'Metinler dosyadan alınsın mı?',
    text: `Dosyadaki ${count} sayfanın metinleri şimdikilerin yerine geçer. Şimdikiler geçmişte kalır; site bir sonraki yayında değişir.`,
    yes: 'Dosyadan al',
  });
  if (!isSure) return;
  $busy.set('import');
  try {
    const { changed, replaced_pictures } = await adminCall('PUT /api/admin/content.json', { body: body as never });
    if (replaced_pictures.length)
      toast({ text: `${replaced_pictures.length} görsel bu sitede yoktu; yerlerine çizimler kondu.`, tone: 'warn' });
    toast(changed.length ? `${changed.length} sayfanın metinleri değişti.` : 'Dosyadaki metinler şimdikilerle aynı.');
    await Promise.all([loadRows(), refreshSetup()]);
  } catch (error) {
    const fields = error instanceof CallError ? Object.entries(error.fields) : [];
    const message = fields.length ? 'Dosyadaki bazı alanlar yanlış.' : errorMessage(error, 'Metinler alınamadı.');
    $refusal.set({ message, fields: await nameFields(fields) });
  } finally {
    $busy.set(undefined);
  }
}

/** Puts what people call a field in place of its path: `Anasayfa › Kapak › Giriş` for `home.hero.lead`. */
async function nameFields(fields: [string, string][]): Promise<[string, string][]> {
  const documents = new Map(
    await Promise.all(
      [...new Set(fields.map(([path]) => path.split('.')[0] as ContentName))].map(async (name) => {
        const page = await adminCall('GET /api/admin/content/:name', { params: { name } }).catch(() => undefined);
        return [name as string, page] as const;
      }),
    ),
  );
  return fields.map(([path, sentence]) => {
    const [name = '', ...rest] = path.split('.');
    const page = documents.get(name);
    const label = page && labelAt(page.fields, readPath(rest.join('.')));
    return [page ? [page.title, label].filter(Boolean).join(' › ') : path, sentence];
  });
}

/** The content of a file; undefined where it is no JSON object. */
async function readFile(file: File): Promise<{ documents?: Record<string, unknown> } | undefined> {
  try {
    const body = JSON.parse(await file.text());
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
