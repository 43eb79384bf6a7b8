import { keepFormDraft } from '../ui/formDraft.ts';
import { whenNearby } from '../ui/whenNearby.ts';
import { commentDraftKey } from './comments.ts';

/** Shows the comments section for a post and keeps drafts at once; loads the rest when it is about to be seen. */
export function prepareComments(blogId: string): void {
  const root = document.querySelector('[data-blog]') as HTMLElement;
  root.dataset.blog = blogId;
  (root.closest('section') as HTMLElement).hidden = false;
  keepFormDraft(root.querySelector('form') as HTMLFormElement, commentDraftKey(blogId));
  whenNearby(root, async () => (await import('./startComments.ts')).startComments(root));
}
