import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { ErrorNote, Loading } from '../../ui/States.tsx';
import { Conflict } from '../ui/Conflict.tsx';
import { BlogForm } from './BlogForm.tsx';
import { BlogTable } from './BlogTable.tsx';
import { $opening, editor, reopen } from './blog.store.ts';
import { compareBlog } from './blog.ts';
import { VersionsDialog } from './VersionsDialog.tsx';
import './blog-screen.css';

/** Blog management: the form above, all posts below. */
export default function BlogScreen(): ReactNode {
  const opening = useStore($opening);
  const post = useStore(editor.$stored);
  return (
    <>
      {opening.state === 'failed' && <ErrorNote text={opening.message} onRetry={() => void reopen()} />}
      {opening.state === 'loading' ? <Loading shapes={['skel--editor']} /> : <BlogForm post={post} />}
      <BlogTable />
      {post && <VersionsDialog post={post} />}
      <Conflict editor={editor} what="Bu yazı" compare={compareBlog} />
    </>
  );
}
