import { atom } from 'nanostores';
import type { AdminBlog, BlogVersion } from '../../../contract/blog.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, errorMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { editor, list } from './blog.store.ts';

interface Shown {
  /** Undefined while they load. */
  versions?: Omit<BlogVersion, 'content'>[];
  chosen?: BlogVersion;
  failure?: string;
}

/** The versions of the post in the form; undefined while nobody looks at them. */
export const $versions = atom<Shown | undefined>();

export const closeVersions = (): void => $versions.set(undefined);

export async function openVersions({ id }: AdminBlog): Promise<void> {
  $versions.set({});
  await show(async () => ({ versions: await adminCall('GET /api/admin/blogs/:id/versions', { params: { id } }) }));
}

/** Loads the text of a version, to be compared with the present one. */
export const chooseVersion = ({ id }: AdminBlog, version: string): Promise<void> =>
  show(async () => ({
    chosen: await adminCall('GET /api/admin/blogs/:id/versions/:version', { params: { id, version } }),
  }));

async function show(load: () => Promise<Shown>): Promise<void> {
  try {
    const loaded = await load();
    const shown = $versions.get();
    if (shown) $versions.set({ ...shown, failure: undefined, ...loaded });
  } catch (error) {
    const shown = $versions.get();
    if (shown) $versions.set({ ...shown, failure: errorMessage(error, 'Sürümler yüklenemedi.') });
  }
}

/** Goes back to a version, after asking about unsaved changes. */
export async function restoreVersion({ id, updated_at }: AdminBlog, version: string): Promise<void> {
  const isSure =
    !editor.form.$dirty.get() ||
    (await confirm({
      title: 'Kaydedilmemiş değişiklikler silinsin mi?',
      text: 'Formda kaydetmediğiniz değişiklikler var; sürüme dönünce silinir.',
      yes: 'Sürüme dön',
      danger: true,
    }));
  if (!isSure) return;
  try {
    const { message, ...post } = await adminCall('POST /api/admin/blogs/:id/versions/:version/restore', {
      params: { id, version },
      body: { updated_at },
    });
    closeVersions();
    editor.form.reset();
    editor.show(post);
    toast(message);
    await list.reload();
  } catch (error) {
    const shown = $versions.get();
    if (shown) $versions.set({ ...shown, failure: errorMessage(error, 'Bu sürüme dönülemedi.') });
  }
}
