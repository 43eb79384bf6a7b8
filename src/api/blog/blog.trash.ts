import { and, eq } from 'drizzle-orm';
import { freeSlug } from '../slugs.ts';
import { trashTable } from '../trash/trashRoom.ts';
import { isPublished } from './blog.admin.service.ts';
import { notTrashed } from './blog.service.ts';
import { blogs } from './blog.tables.ts';

export const postTrash = trashTable(blogs, {
  title: ({ title }) => title,
  // A newer post may have taken its slug.
  change: async (tx, row) => ({
    slug: await freeSlug(
      row.slug,
      'yazi',
      async (slug) => (await tx.$count(blogs, and(eq(blogs.slug, slug), notTrashed))) > 0,
    ),
  }),
  async onRestored({ now, contentChanged, emit }, row) {
    if (isPublished(row, now)) await contentChanged('blog', row.id);
    emit('blog');
    emit('comments');
  },
});
