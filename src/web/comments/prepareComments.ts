import { keepFormDraft } from '../ui/formDraft.ts';
import { lazyForm } from '../ui/lazyForm.ts';
import { whenNearby } from '../ui/whenNearby.ts';
import { commentDraftKey } from './comments.ts';

/** Shows the comments section for a post and keeps drafts at once; loads the rest when it is about to be seen. */
export function prepareComments(blogId: string): void {
  const root = document.querySelector('[data-blog]') as HTMLElement;
  root.dataset.blog = blogId;
  const section = root.closest('section') as HTMLElement;
  const wasHidden = section.hidden;
  section.hidden = false;
  // The browser looked for the address's anchor before it was shown.
  if (wasHidden && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  const form = root.querySelector('form') as HTMLFormElement;
  keepFormDraft(form, commentDraftKey(blogId));
  const load = async () => (await import('./startComments.ts')).startComments(root);
  whenNearby(root, lazyForm(form, load));
}
