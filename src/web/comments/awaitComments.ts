import { keepDraft } from '../ui/draft.ts';
import { whenSeen } from '../ui/whenSeen.ts';

/** What a comment's draft is kept under, post by post. */
export const draftOf = (blogId: string): string => `comment:${blogId}`;

/** Looks after the page's comments section for this post: drafts from now on, everything else when it is about to be seen. */
export function awaitComments(blogId: string): void {
  const root = document.querySelector('[data-blog]') as HTMLElement;
  root.dataset.blog = blogId;
  (root.closest('section') as HTMLElement).hidden = false;
  keepDraft(root.querySelector('form') as HTMLFormElement, draftOf(blogId));
  whenSeen(root, async () => (await import('./commentsView.ts')).startComments(root));
}
