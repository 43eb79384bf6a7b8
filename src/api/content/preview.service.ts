import { randomBytes } from 'node:crypto';
import type { AllContent } from '../../contract/content.ts';
import type { ContentName } from '../../contract/contentDocuments.ts';
import type { AppContext } from '../context.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { siteHeaders } from '../http/siteHeaders.ts';
import { BuildError } from '../publish/renderer/messages.ts';
import { checkWords } from './content.admin.service.ts';
import { readAllContent } from './content.service.ts';

const lifetimeMs = 10 * 60_000;
/** Most previews that are kept; the oldest go first. */
const maxPreviews = 40;
/** Most previews that wait for their turn: each takes a process of its own. */
const maxWaiting = 4;

interface Preview {
  name: ContentName;
  data: Record<string, unknown>;
  expiresAt: number;
  /** The page, once it is rendered. */
  html?: string;
}

/** The page on which a document's words stand first. */
const pathOf = (name: ContentName): string =>
  ({
    home: '/',
    reviews: '/',
    counselling: '/danismanlik',
    'faq-counselling': '/danismanlik',
    coaching: '/kocluk',
    'coaching-services': '/kocluk',
    'faq-coaching': '/kocluk',
    pages: '/products',
  })[name as string] ?? `/yasal/${name.replace('legal/', '')}`;

/** Pages with unsaved words. They are in the memory of this process only, each behind a random token. */
export function createPreviews(ctx: AppContext) {
  const previews = new Map<string, Preview>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function find(token: string): Preview | undefined {
    const preview = previews.get(token);
    return preview && preview.expiresAt > ctx.clock().getTime() ? preview : undefined;
  }

  function add(preview: Preview): string {
    const now = ctx.clock().getTime();
    for (const [token, { expiresAt }] of previews)
      if (expiresAt <= now || previews.size >= maxPreviews) previews.delete(token);
    const token = randomBytes(24).toString('base64url');
    previews.set(token, preview);
    return token;
  }

  /** Renders one page after the other. */
  async function render(path: string, token: string): Promise<string | undefined> {
    const { current } = ctx.pageRenderer;
    if (!current || waiting >= maxWaiting) throw new ApiError('unavailable');
    waiting += 1;
    const rendered = last.then(() => current(path, token));
    last = rendered.catch(() => {});
    try {
      return await rendered;
    } finally {
      waiting -= 1;
    }
  }

  return {
    /** Throws `invalid`, also for a path that is no page of the site, or `unavailable` where this process renders none. */
    async create(name: ContentName, sent: { data: Record<string, unknown>; path?: string | undefined }) {
      const path = (sent.path ?? pathOf(name)).replace(/(?<=.)\/$/, '');
      const expiresAt = ctx.clock().getTime() + lifetimeMs;
      const token = add({ name, data: checkWords(name, sent.data), expiresAt });
      const html = await render(path, token).catch((error) => {
        previews.delete(token);
        throw error instanceof BuildError ? new ApiError('unavailable', { message: error.message }) : error;
      });
      const preview = previews.get(token);
      if (html === undefined) {
        previews.delete(token);
        throw invalid({ path: 'Sitede böyle bir sayfa yok.' });
      }
      if (preview) preview.html = markPreview(html);
      const url = `${ctx.env.publicApiUrl ?? ctx.env.siteUrl}/api/content-preview/${token}`;
      return { url, expires_at: new Date(expiresAt).toISOString() };
    },

    /** All words as a preview shows them: its own, the newest of all others. Throws `not_found`. */
    async words(token: string): Promise<AllContent> {
      const preview = find(token);
      if (!preview) throw notFound();
      return readAllContent(ctx.db, ctx.clock(), { unsaved: preview });
    },

    /** The rendered page. Throws `not_found` once the preview has ended. */
    page(token: string) {
      const html = find(token)?.html;
      if (html === undefined) throw notFound();
      return { content: html, headers: previewHeaders(ctx) };
    },
  };
}

/** Headers of a served page; it is shown beside the form only and not cached. */
function previewHeaders({ env }: AppContext): Record<string, string> {
  const { 'x-frame-options': _, 'content-security-policy': policy = '', ...headers } = siteHeaders(env);
  const ancestors = `frame-ancestors 'self' ${env.siteUrl}`;
  return {
    ...headers,
    'content-security-policy': policy.replace("frame-ancestors 'none'", ancestors),
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  };
}

const mark = `<p class="note note--info" role="status">Önizleme: kaydedilmemiş metinler. Bu adres on dakika açık kalır.</p>`;

/** Tells that a page is a preview: a line on top, no canonical address, not for search engines. */
export const markPreview = (html: string): string => {
  const unlinked = html.replace(/<link rel="canonical"[^>]*>/, '');
  const robots = /<meta name="robots"/.test(unlinked) ? '' : '<meta name="robots" content="noindex">';
  return unlinked
    .replace('<meta name="viewport"', () => `${robots}<meta name="viewport"`)
    .replace(/<body[^>]*>/, (body) => `${body}${mark}`);
};
