import { atom, computed, onMount } from 'nanostores';
import { blogTexts } from '../../../contract/blog.texts.ts';
import type { AdminBlog } from '../../../contract/blog.ts';
import { isDoneBefore, sendDraftOnce } from '../../sendOnce.ts';
import { type AsyncState, beginRequest } from '../../ui/asyncState.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminLoad, adminPage, adminUpload, errorMessage, loadMessage } from '../calls.ts';
import { confirmDeletion, trashHint } from '../deletion.ts';
import { createEditor } from '../editor.store.ts';
import { confirmLeave } from '../leave.store.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { blankBlog, checkBlog, toBody, toValues } from './blog.ts';

/** `edit` is the id of the post in the form, so that a reload opens it again. */
export const filters = createFilters(searchOf('blog'), { search: '', status: '', edit: '' });

export const editor = createEditor({
  name: 'blog',
  blank: blankBlog,
  toValues,
  check: checkBlog,
  failure: (error) =>
    isDoneBefore(error)
      ? 'Önceki denemenizdeki yazı eklendi. Bu başka bir yazıysa yeniden kaydedin.'
      : errorMessage(error, 'Blog kaydedilirken hata oluştu ❌'),
  async send({ values, onProgress, signal }, stored: AdminBlog | undefined, base) {
    const body = toBody(values, base);
    if (!stored)
      return sendDraftOnce('post', (headers) =>
        adminUpload('POST /api/blogs/add', { body, headers }, onProgress, signal),
      );
    return adminUpload('PUT /api/blogs/:id', { params: { id: stored.id }, body }, onProgress, signal);
  },
  async afterSave({ message }, base) {
    toast(message);
    if (base) stopEditing();
    else editor.startNew();
    await list.reload();
  },
});

/** The post that the address names, while it is loaded into the form. */
export const $opening = atom<AsyncState<AdminBlog>>({ state: 'idle' });

/** The filters without `edit`: opening a post does not load the list again. */
let lastListed = '';
const $listed = atom(filters.$filters.get());
filters.$filters.subscribe((all) => {
  const listed = JSON.stringify({ ...all, edit: '' });
  if (listed === lastListed) return;
  lastListed = listed;
  $listed.set(all);
});

export const list = createList({
  filters: { ...filters, $filters: $listed },
  size: 10,
  load: ({ filters: { search, status }, paging, signal }) =>
    adminPage(
      'GET /api/admin/blogs',
      { query: { search, status: status as AdminBlog['status'], ...paging } },
      { signal },
    ),
  failure: (error) => loadMessage(error, 'Blog listesi alınamadı!'),
});

const $edit = computed(filters.$filters, ({ edit }) => edit);

onMount(editor.$stored, () => {
  const stop = $edit.subscribe((id) => void open(id));
  return () => {
    stop();
    editor.show(undefined);
  };
});

async function open(id: string): Promise<void> {
  // Drops the answer about another post.
  beginRequest($opening);
  $opening.set({ state: 'idle' });
  if (editor.$stored.get()?.id === id) return;
  editor.startNew();
  if (!id) return;
  await adminLoad($opening, 'Yazı açılamadı. Lütfen tekrar deneyin.', async () => {
    const post = await adminCall('GET /api/admin/blogs/:id', { params: { id } });
    if ($edit.get() === id) editor.show(post);
    return post;
  });
}

/** Opens a post in the form as it is stored now, after asking about unsaved changes. */
export async function edit(id: string): Promise<void> {
  if (editor.$stored.get()?.id === id || !(await confirmLeave())) return;
  scrollTo({ top: 0, behavior: 'smooth' });
  // The address names it already where it could not be opened.
  if ($edit.get() === id) return open(id);
  filters.set({ edit: id, page: filters.$filters.get().page });
}

/** Tries again to open the post that the address names. */
export const reopen = (): Promise<void> => edit($edit.get());

/** Goes back to writing a new post. */
export function stopEditing(): void {
  filters.set({ edit: '', page: filters.$filters.get().page });
}

export async function remove(post: AdminBlog): Promise<void> {
  const removed = await confirmDeletion({
    title: 'Bu yazı silinsin mi?',
    text: `“${post.title}” yorumlarıyla birlikte siteden kalkar. ${trashHint}`,
    call: () => adminCall('DELETE /api/blogs/:id', { params: { id: post.id } }),
    done: blogTexts.deleted,
    failed: 'Blog silinirken hata oluştu ❌',
    trash: { entity: 'post', id: post.id, onRestored: () => list.reload() },
  });
  if (!removed) return;
  if (editor.$stored.get()?.id === post.id) stopEditing();
  await list.reload();
}
