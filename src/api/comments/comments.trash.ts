import { excerpt } from '../../shared/format.ts';
import { trashTable } from '../trash/trashRoom.ts';
import { comments } from './comments.tables.ts';

export const commentTrash = trashTable(comments, {
  title: ({ name_surname, description }) => `${name_surname}: ${excerpt(description)}`,
  async onRestored({ contentChanged, emit }, { approved_at, blog_id }) {
    if (approved_at) await contentChanged('blog', blog_id);
    emit('comments');
  },
});
