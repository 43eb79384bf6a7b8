import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { ErrorNote } from '../../ui/States.tsx';
import { Conflict } from '../ui/Conflict.tsx';
import { BlogForm } from './BlogForm.tsx';
import { BlogTable } from './BlogTable.tsx';
import { $conflict, $openFailure, $post, form, save, takeTheirs } from './blog.store.ts';
import { compareBlog } from './blog.ts';
import './blog-screen.css';

/** Blog management (SPEC.md 2): the form above, all posts below. */
export default function BlogScreen(): ReactNode {
  const failure = useStore($openFailure);
  const conflict = useStore($conflict);
  const post = useStore($post);
  const { values } = useStore(form.$form);
  return (
    <>
      {failure && <ErrorNote text={failure} />}
      <BlogForm post={post} />
      <BlogTable />
      <Conflict
        what="Bu yazı"
        differences={conflict && compareBlog(values, conflict)}
        onMine={() => void save(conflict)}
        onTheirs={takeTheirs}
        onClose={() => $conflict.set(undefined)}
      />
    </>
  );
}
