import { isNull, sql } from 'drizzle-orm';
import { postExists } from '../blog/blog.service.ts';
import { sampleTable } from '../samples/sampleRoom.ts';
import { comments } from './comments.tables.ts';

export const commentSamples = sampleTable(comments, {
  content: 'blog',
  present: isNull(comments.deleted_at),
  edited: [comments.name_surname, comments.description],
  only: postExists(sql`put.blog_id`),
});
