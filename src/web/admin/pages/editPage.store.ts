import { atom } from 'nanostores';
import type { AdminContent, Advice, SavedContent } from '../../../contract/content.ts';
import type { ContentName } from '../../../contract/contentDocuments.ts';
import { CallError } from '../../http.ts';
import { storedUrl } from '../../media.ts';
import { serverNow } from '../../serverClock.ts';
import { type AsyncState, loadInto } from '../../ui/asyncState.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, errorMessage } from '../calls.ts';
import { createEditor } from '../editor.store.ts';
import { uploadPicture, uploadProblem } from '../pictures.calls.ts';
import { $subject } from '../router.store.ts';
import { refreshSetup } from '../setup/setup.store.ts';
import type { Path } from './labels.ts';
import { errorsBeside, getIn, type Merge, mergeWords, pathText, setIn, type Words } from './words.ts';

/** A document in the form; its name is its id. */
export interface Page extends AdminContent {
  id: string;
}

/** What two people made of the page in the form, while the question about it is open. */
interface PageConflict extends Merge {
  /** The revision that somebody else saved. */
  revision: number;
  theirs: Words;
}

export const $conflict = atom<PageConflict | undefined>();

/** Whether the form shows the page of its address. */
export const $opened = atom<AsyncState<string>>({ state: 'idle' });

/** What to think about before publishing: of the words as saved, or as previewed since. */
export const $warnings = atom<Advice[]>([]);

interface Values extends Record<string, unknown> {
  data: Words;
  /** Of a legal text: whether accounts are told of the change. */
  ask_again: boolean;
}

/** The sentence of a single wrong field says nothing without its field, which the form shows. */
function failure(error: unknown): string {
  const wrong = error instanceof CallError ? Object.keys(error.fields).length : 0;
  return wrong ? `Kaydedilmedi: ${wrong} alan düzeltilmeli.` : errorMessage(error, 'Metinler kaydedilemedi.');
}

export const editor = createEditor({
  name: 'page',
  nested: true,
  version: 'revision',
  blank: { data: {}, ask_again: false } as Values,
  toValues: ({ data }: Page): Values => ({ data, ask_again: false }),
  failure,
  send: ({ values, signal }, _, base) => send(base as Page, values, signal),
  afterSave({ revision, data, warnings, isMerged }) {
    const page = editor.$stored.get();
    if (!page) return;
    editor.show({ ...page, revision, data, updated_at: serverNow().toISOString() });
    $warnings.set(warnings);
    void refreshSetup();
    const merged = 'Sizinle aynı anda başka biri de bu sayfayı düzenledi; ikinizin değişiklikleri birlikte kaydedildi.';
    toast(isMerged ? merged : 'Kaydedildi. Site bir sonraki yayında yenilenir.');
  },
});

const { form } = editor;

type Saved = SavedContent & { isMerged: boolean };

/**
 * Saves, merged with what somebody else saved meanwhile in other fields. If both changed the same field, asks which
 * words to keep and throws the conflict.
 */
async function send(page: Page, { data, ask_again }: Values, signal: AbortSignal): Promise<Saved> {
  const params = { name: page.name as ContentName };
  const base = page.revision;
  const put = (words: { base: number; data: Words }) => {
    const body = ask_again ? { ...words, ask_again } : words;
    return adminCall('PUT /api/admin/content/:name', { params, body }, { signal });
  };
  try {
    return { ...(await put({ base, data })), isMerged: false };
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'edit_conflict') throw error;
    const { revision, data: theirs } = error.body.current as { revision: number; data: Words };
    const before = await adminCall('GET /api/admin/content/:name/revisions/:n', {
      params: { ...params, n: String(base) },
    });
    // Another page may be in the form by now.
    if (signal.aborted) throw error;
    const merge = mergeWords(page.fields, before.data, data, theirs);
    if (!merge.clashes.length) return { ...(await put({ base: revision, data: merge.words })), isMerged: true };
    $conflict.set({ ...merge, revision, theirs });
    throw error;
  }
}

/** Closes the question about a conflict; what was typed stays. */
export const closeConflict = (): void => {
  editor.closeConflict();
  $conflict.set(undefined);
};

/** Saves the words of both with a choice for each field that both changed: mine, unless its path is in `theirs`. */
export async function saveMerged(theirs: ReadonlySet<string>): Promise<void> {
  const conflict = $conflict.get();
  if (!conflict) return;
  const data = conflict.clashes
    .filter(({ path }) => theirs.has(pathText(path)))
    .reduce((words, clash) => setIn(words, clash.path, clash.theirs), conflict.words);
  closeConflict();
  form.change({ values: { ...form.$form.get().values, data }, version: conflict.revision });
  await editor.save();
}

/** Name of the document asked for last; an answer about another one is dropped. */
let asked = '';

/** Opens a document in the form. */
export function open(name: string): Promise<void> {
  asked = name;
  // A question about the page before would put its words into this one.
  closeConflict();
  const load = async () => {
    const page = await adminCall('GET /api/admin/content/:name', { params: { name: name as ContentName } });
    if (asked !== name) return name;
    editor.show({ ...page, id: name });
    $warnings.set(page.warnings);
    $subject.set(page.title);
    return name;
  };
  $opened.set({ state: 'loading' });
  return loadInto($opened, load, (error) => errorMessage(error, 'Sayfa açılamadı.'));
}

/** The field that a link leads to; a new object each time. */
export const $target = atom<{ path: string } | undefined>();

/** Opens the parts around a field and moves the focus there. */
export const goTo = (path: string): void => $target.set({ path });

export const readWord = (path: Path): unknown => getIn(form.$form.get().values.data, path);

/** Changes what stands at a path. The sentences about it, about what is in it and about the sum of all texts go. */
export function setWord(path: Path, value: unknown): void {
  const { values, problem } = form.$form.get();
  form.change({ problem: { ...problem, fields: errorsBeside(problem.fields, pathText(path)) } });
  form.set('data', setIn(values.data, path, value));
}

/** Stores a picture and puts it at a path; says there why it could not be stored. */
export async function uploadInto(path: Path, file: File): Promise<void> {
  form.refuse(pathText(path), undefined);
  try {
    await form.prepare(
      () => uploadPicture(file, () => {}, new AbortController().signal),
      (address) => setWord(path, storedUrl(address)),
    );
  } catch (error) {
    form.refuse(pathText(path), uploadProblem(error));
  }
}
