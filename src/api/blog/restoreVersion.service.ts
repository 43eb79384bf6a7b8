import type { AdminBlog } from '../../contract/blog.ts';
import { fold } from '../../shared/fold.ts';
import type { AppContext } from '../context.ts';
import { mutate } from '../mutation.ts';
import { lockPost, toAdminBlog, updatePost } from './blog.admin.service.ts';
import { getVersion, textOf } from './versions.service.ts';

/**
 * Goes back to the words and picture of a version, which makes a new one of the present; state and slug stay. Throws
 * `not_found`, or `edit_conflict` with the `current` post.
 */
export const restoreVersion = (
  ctx: AppContext,
  actorId: string,
  id: string,
  version: string,
  updated_at: string | undefined,
): Promise<AdminBlog> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, now, audit } = mutation;
    const before = await lockPost(mutation, id, updated_at);
    const text = textOf(await getVersion({ db: tx }, id, version));
    const search = fold(`${text.title} ${text.description}`);
    const after = await updatePost(mutation, before, { ...text, search });
    await audit({ action: 'revert', entity: 'blog', entityId: id, after: { title: after.title } });
    return toAdminBlog(after, now);
  });
