import type { Comment } from '../../contract/comments.ts';
import { formatDate } from '../../shared/format.ts';
import { startForm } from '../ui/domForm.ts';
import { enableControls } from '../ui/enableControls.ts';
import { keepFormDraft } from '../ui/formDraft.ts';
import { toast } from '../ui/toast.ts';
import { $comments, type CommentList, loadComments, sendComment } from './comments.store.ts';
import { commentDraftKey, commentsPerStep, firstLetter } from './comments.ts';

/** Starts the comments of a page: loads the current ones, shows more, sends new ones. */
export function startComments(root: HTMLElement): void {
  const list = root.querySelector('[data-list]') as HTMLElement;
  const more = root.querySelector('[data-more]') as HTMLButtonElement;
  const { blog: blogId = '' } = root.dataset;

  $comments.listen((comments) => comments && showList(root, list, more, comments));
  loadComments(blogId, commentsPerStep).catch(() => $comments.set({ rows: [], total: 0 }));
  more.addEventListener('click', async () => {
    const before = list.children.length;
    more.disabled = true;
    try {
      await loadComments(blogId, before + commentsPerStep);
      (list.children[before] as HTMLElement | undefined)?.focus();
    } catch {
      toast({ text: 'Yorumlar yüklenirken bir hata oluştu.', tone: 'err' });
    }
    more.disabled = false;
  });
  enableControls([more]);
  startCommentForm(root.querySelector('form') as HTMLFormElement, blogId);
}

function startCommentForm(element: HTMLFormElement, blogId: string): void {
  const draft = keepFormDraft(element, commentDraftKey(blogId));
  const form = startForm(element, { draft, send: (values) => sendComment(blogId, values, draft.startedAt()) });
  element.parentElement?.querySelector('[data-again]')?.addEventListener('click', () => {
    form.open({});
    (element.elements.namedItem('name_surname') as HTMLElement).focus();
  });
}

function showList(root: HTMLElement, list: HTMLElement, more: HTMLElement, { rows, total }: CommentList): void {
  (root.querySelector('[data-total]') as HTMLElement).textContent = String(total);
  (root.querySelector('[data-none]') as HTMLElement).hidden = total > 0;
  list.hidden = total === 0;
  more.hidden = rows.length >= total;
  const known = new Map([...list.children].map((item) => [(item as HTMLElement).dataset.id, item]));
  list.replaceChildren(
    ...rows.map((comment) => {
      const item = (known.get(comment.id) as HTMLElement | undefined) ?? createItem(root, comment);
      showAnswer(item, comment);
      return item;
    }),
  );
}

/** Fills in the page's template. Everything is set as text, never as HTML. */
function createItem(root: HTMLElement, { id, name_surname, description, created_at }: Comment): HTMLElement {
  const template = root.querySelector('[data-pattern]') as HTMLTemplateElement;
  const item = (template.content.cloneNode(true) as DocumentFragment).querySelector('li') as HTMLElement;
  const setText = (selector: string, text: string) => {
    (item.querySelector(selector) as HTMLElement).textContent = text;
  };
  item.dataset.id = id;
  item.tabIndex = -1;
  setText('.ava', firstLetter(name_surname));
  setText('b', name_surname);
  setText('[data-said]', description);
  setText('time', formatDate(created_at));
  (item.querySelector('time') as HTMLTimeElement).dateTime = created_at;
  return item;
}

/** The answer may have come, changed or gone since the page was built. */
function showAnswer(item: HTMLElement, { answer, answered_at }: Comment): void {
  const place = item.querySelector('[data-answer]') as HTMLElement;
  const time = place.querySelector('time') as HTMLTimeElement;
  place.hidden = answer === null;
  time.dateTime = answered_at ?? '';
  time.textContent = answered_at && formatDate(answered_at);
  (place.querySelector('p') as HTMLElement).textContent = answer;
}
