import { sql } from 'drizzle-orm';
import { postExists } from '../blog/blog.service.ts';
import { sampleTable } from '../samples/sampleRoom.ts';
import { isShown } from './comments.service.ts';
import { comments } from './comments.tables.ts';

export const commentSamples = sampleTable(comments, {
  content: 'blog',
  present: isShown,
  edited: [comments.name_surname, comments.description],
  only: postExists(sql`put.blog_id`),
});
