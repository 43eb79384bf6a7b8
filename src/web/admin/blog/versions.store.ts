import { atom } from 'nanostores';
import type { AdminBlog, BlogVersion } from '../../../contract/blog.ts';
import { beginRequest } from '../../ui/asyncState.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, errorMessage } from '../calls.ts';
import { confirmRestore } from '../leave.store.ts';
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
  await show('Sürümler yüklenemedi.', async () => ({
    versions: await adminCall('GET /api/admin/blogs/:id/versions', { params: { id } }),
  }));
}

/** Loads the text of a version, to be compared with the present one. */
export const chooseVersion = ({ id }: AdminBlog, version: string): Promise<void> =>
  show('Sürümler yüklenemedi.', async () => ({
    chosen: await adminCall('GET /api/admin/blogs/:id/versions/:version', { params: { id, version } }),
  }));

async function show(failure: string, load: () => Promise<Shown>): Promise<void> {
  const isNewest = beginRequest($versions);
  const before = $versions.get();
  // Cleared first, so that the same failure is announced again.
  if (before) $versions.set({ ...before, failure: undefined });
  const loaded = await load().catch((error): Shown => ({ failure: errorMessage(error, failure) }));
  const shown = $versions.get();
  if (shown && isNewest()) $versions.set({ ...shown, failure: undefined, ...loaded });
}

/** Goes back to a version, after asking about unsaved changes. */
export async function restoreVersion({ id, updated_at }: AdminBlog, version: string): Promise<void> {
  if (!(await confirmRestore(editor.form))) return;
  await show('Bu sürüme dönülemedi.', async () => {
    const { message, ...post } = await adminCall('POST /api/admin/blogs/:id/versions/:version/restore', {
      params: { id, version },
      body: { updated_at },
    });
    toast(message);
    if (editor.$stored.get()?.id === id) {
      closeVersions();
      editor.form.reset();
      editor.show(post);
    }
    await list.reload();
    return {};
  });
}
