import { atom, computed, onMount } from 'nanostores';
import type { AdminBlog } from '../../../contract/blog.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, adminUpload, sentenceOf, unlessGone } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { createEditing } from '../editing.store.ts';
import { createForm } from '../form.store.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { mayLeave } from '../unsaved.store.ts';
import { type BlogValues, blankBlog, checkBlog, toBody, toValues } from './blog.ts';

/** `edit` is the id of the post in the form: a reload finds it there again. */
export const filters = createFilters(searchOf('blog'), { search: '', status: '', edit: '' });
export const form = createForm<BlogValues>({
  room: 'blog',
  blank: blankBlog,
  check: checkBlog,
  failure: (error) => sentenceOf(error, 'Blog kaydedilirken hata oluştu ❌'),
});

/** Why the post that the address names could not be opened. */
export const $openFailure = atom<string | undefined>();
const editing = createEditing(form, blankBlog, toValues);
export const { $stored: $post, $conflict, takeTheirs } = editing;

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
      { query: { search, status: (status || undefined) as AdminBlog['status'] | undefined, ...paging } },
      { signal },
    ),
  failure: () => 'Blog listesi alınamadı!',
});

const $edit = computed(filters.$filters, ({ edit }) => edit);

onMount($post, () => {
  const stop = $edit.subscribe((id) => void open(id));
  return () => {
    stop();
    $post.set(undefined);
  };
});

async function open(id: string): Promise<void> {
  $openFailure.set(undefined);
  if (!id) return editing.startNew();
  if ($post.get()?.id === id) return;
  try {
    const post = await adminCall('GET /api/admin/blogs/:id', { params: { id } });
    if ($edit.get() === id) editing.show(post);
  } catch (error) {
    if ($edit.get() !== id) return;
    editing.startNew();
    $openFailure.set(sentenceOf(error, 'Yazı açılamadı. Lütfen tekrar deneyin.'));
  }
}

/** Opens a post in the form, as it is stored now, after asking about what is unsaved there. */
export async function edit(id: string): Promise<void> {
  if ($post.get()?.id === id || !(await mayLeave())) return;
  filters.set({ edit: id, page: filters.$filters.get().page });
  scrollTo({ top: 0, behavior: 'smooth' });
}

/** Back to writing a new post. */
export function stopEditing(): void {
  filters.set({ edit: '', page: filters.$filters.get().page });
}

/** Saves what is in the form; `over` is the state of the post to write over, when two people edited it. */
export async function save(over = $post.get()): Promise<void> {
  $conflict.set(undefined);
  const post = $post.get();
  const saved = await form.submit(async ({ values, onProgress, signal }) => {
    const body = toBody(values, post && over);
    try {
      if (!post) return await adminUpload('POST /api/blogs/add', { body }, onProgress, signal);
      return await adminUpload('PUT /api/blogs/:id', { params: { id: post.id }, body }, onProgress, signal);
    } catch (error) {
      if (!editing.keepConflict(error) && !signal.aborted)
        toast({ text: 'Blog kaydedilirken hata oluştu ❌', tone: 'err' });
      throw error;
    }
  });
  if (!saved) return;
  toast(post ? 'Blog başarıyla güncellendi ✅' : 'Blog başarıyla eklendi ✅');
  if (post) stopEditing();
  else editing.startNew();
  await list.reload();
}

export async function remove(post: AdminBlog): Promise<void> {
  const sure = await ask({
    title: 'Bu yazı silinsin mi?',
    text: `“${post.title}” yorumlarıyla birlikte silinir; geri alınamaz.`,
    yes: 'Sil',
    danger: true,
  });
  if (!sure) return;
  try {
    await unlessGone(adminCall('DELETE /api/blogs/:id', { params: { id: post.id } }));
  } catch {
    return toast({ text: 'Blog silinirken hata oluştu ❌', tone: 'err' });
  }
  toast('Blog başarıyla silindi 🗑️');
  if ($post.get()?.id === post.id) stopEditing();
  await list.reload();
}
