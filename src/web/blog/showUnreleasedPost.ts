import type { Blog } from '../../contract/blog.ts';
import { formatDate } from '../../shared/format.ts';
import { escapeHtml } from '../../shared/html.ts';
import { readPicture } from '../../shared/pictures.ts';
import { keepAttributes } from '../../shared/richText.ts';
import { createPicture } from '../ui/createPicture.ts';
import type { TrustedTypes } from '../ui/trustedHtml.ts';
import { findPost } from './blog.store.ts';
import { readingMinutes } from './blog.ts';
import { startVideos } from './startVideos.ts';
import { isTall, textPictureSizes } from './textPicture.ts';
import { videoLink } from './videoLink.ts';

startVideos();

/** Fills `article` with a post published after the last release. Answers its id, if there is one. Throws CallError. */
export async function showUnreleasedPost(article: HTMLElement, slug: string): Promise<string | undefined> {
  const post = await findPost(slug);
  if (post) fillArticle(article, post);
  return post?.id;
}

/** Fills in the elements of EmptyArticle.astro. */
export function fillArticle(article: HTMLElement, post: Blog): void {
  (article.querySelector('h1') as HTMLElement).textContent = post.title;
  (article.querySelector('.lead') as HTMLElement).textContent =
    `${readingMinutes(post.content)} dakikalık okuma · ${formatDate(post.created_at)}`;
  if (post.image_url) article.querySelector('.art-pic')?.replaceWith(createPicture(post.image_url, '68rem', 'art-pic'));
  article.querySelector('.prose')?.replaceChildren(...cleanNodes(post.content));
  document.title = post.title;
}

// A policy of its own: `trustHtml` comes in one file with React, which this page does not load.
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const trusted = trustedTypes?.createPolicy('post', { createHTML: (html) => html });

/** Parses HTML into a document of its own, where nothing of it runs or loads. */
const parse = (html: string): Document =>
  new DOMParser().parseFromString((trusted?.createHTML(html) as string | undefined) ?? html, 'text/html');

/** The post's nodes, cleaned again in the browser by the rules of shared/richText.ts; videos as links, as in pages. */
function cleanNodes(html: string): Node[] {
  const { body } = parse(html);
  for (const element of body.querySelectorAll('*')) {
    const found = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
    const kept = keepAttributes(element.localName, found, (src) => readPicture(src) !== undefined);
    if (!kept) {
      element.replaceWith(...(/^(script|style)$/.test(element.localName) ? [] : element.childNodes));
      continue;
    }
    const replacement = replace(element.localName, kept);
    if (replacement) {
      element.replaceWith(...replacement);
      continue;
    }
    for (const name of Object.keys(found)) element.removeAttribute(name);
    for (const [name, value] of Object.entries(kept)) element.setAttribute(name, value);
    if (/^https?:/.test(kept.href ?? '')) element.setAttribute('rel', 'noopener nofollow');
  }
  return [...body.childNodes];
}

/** What a video or picture is shown as, the same as when built; undefined for every other element. */
function replace(tag: string, { src = '', title = '', alt = '' }: Record<string, string>): Node[] | undefined {
  if (tag === 'iframe') return [...parse(videoLink(escapeHtml(src), escapeHtml(title))).body.childNodes];
  const stored = tag === 'img' ? readPicture(src) : undefined;
  return stored && [createPicture(src, textPictureSizes, isTall(stored) ? 'tall' : '', alt)];
}
