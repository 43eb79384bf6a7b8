import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, inArray, lte, or } from 'drizzle-orm';
import type { AllContent } from '../../contract/content.ts';
import { type ContentName, legalSlugOf } from '../../contract/contentDocuments.ts';
import { openWords, schemaVersion } from '../../contract/contentVersions.ts';
import { minuteMs } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { sha256 } from '../hash.ts';
import { siteHeaders } from '../http/siteHeaders.ts';
import { BuildError } from '../publish/renderer/messages.ts';
import { adviseWords } from './adviseWords.ts';
import { checkWords } from './content.admin.service.ts';
import { readAllContent } from './content.service.ts';
import { contentPreviews } from './content.tables.ts';

const lifetimeMs = 10 * minuteMs;
/** Most previews that are stored; the oldest go first. */
const maxPreviews = 40;
/** Most previews that wait for their turn: one process renders them. */
const maxWaiting = 4;

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
  })[name as string] ?? `/yasal/${legalSlugOf(name)}`;

const hasToken = (token: string) => eq(contentPreviews.token_hash, sha256(token));

/** Pages with unsaved words, each behind a random token. In the database: any process answers their address. */
export function createPreviews(ctx: AppContext) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function find(token: string) {
    const isShown = and(hasToken(token), gt(contentPreviews.expires_at, ctx.clock()));
    const [preview] = await ctx.db.select().from(contentPreviews).where(isShown);
    if (!preview) throw notFound();
    return preview;
  }

  /** Stores words as a preview that has no page yet, and deletes those that ended or are too many. */
  async function add(name: ContentName, data: Record<string, unknown>, expires_at: Date): Promise<string> {
    const token = randomBytes(24).toString('base64url');
    const { token_hash, expires_at: ends } = contentPreviews;
    const oldest = ctx.db
      .select({ token_hash })
      .from(contentPreviews)
      .orderBy(desc(ends))
      .offset(maxPreviews - 1);
    await ctx.db.delete(contentPreviews).where(or(lte(ends, ctx.clock()), inArray(token_hash, oldest)));
    await ctx.db.insert(contentPreviews).values({ token_hash: sha256(token), name, data, expires_at });
    return token;
  }

  async function render(path: string, token: string): Promise<string | undefined> {
    const { current } = ctx.pageRenderer;
    if (!current || waiting >= maxWaiting) throw new ApiError('unavailable');
    waiting += 1;
    const rendered = last.then(() => current.render(path, token));
    last = rendered.catch(() => {});
    try {
      return await rendered;
    } finally {
      waiting -= 1;
    }
  }

  return {
    /** Starts the process that renders, so that the first preview of a form does not wait for it. */
    prepare: () => ctx.pageRenderer.current?.start(),

    /** Throws `invalid`, also for a path that is no page of the site, or `unavailable` where nothing renders here. */
    async create(name: ContentName, sent: { data: Record<string, unknown>; path?: string | undefined }) {
      const path = (sent.path ?? pathOf(name)).replace(/(?<=.)\/$/, '');
      const expiresAt = new Date(ctx.clock().getTime() + lifetimeMs);
      const data = await checkWords(ctx, name, sent.data);
      const token = await add(name, data, expiresAt);
      try {
        const html = await render(path, token);
        if (html === undefined) throw invalid({ path: 'Sitede böyle bir sayfa yok.' });
        const marked = { html: markPreview(html) };
        await ctx.db.update(contentPreviews).set(marked).where(hasToken(token));
      } catch (error) {
        await ctx.db.delete(contentPreviews).where(hasToken(token));
        throw error instanceof BuildError ? new ApiError('unavailable', { message: error.message }) : error;
      }
      const url = `${ctx.env.publicApiUrl ?? ctx.env.siteUrl}/api/content-preview/${token}`;
      return { url, expires_at: expiresAt.toISOString(), warnings: adviseWords(name, data) };
    },

    /** All words as a preview shows them: its own, the newest of all others. Throws `not_found`. */
    async words(token: string): Promise<AllContent> {
      const preview = await find(token);
      const name = preview.name as ContentName;
      // jsonb reorders keys: `openWords` restores their order, so that words equal to the published ones are known.
      const data = openWords(name, preview.data, schemaVersion(name));
      return readAllContent(ctx.db, ctx.clock(), { unsaved: { name, data } });
    },

    /** The rendered page. Throws `not_found` once the preview has ended. */
    async page(token: string) {
      const { html } = await find(token);
      if (html === null) throw notFound();
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
const markPreview = (html: string): string => {
  const unlinked = html.replace(/<link rel="canonical"[^>]*>/, '');
  const robots = /<meta name="robots"/.test(unlinked) ? '' : '<meta name="robots" content="noindex">';
  return unlinked
    .replace('<meta name="viewport"', () => `${robots}<meta name="viewport"`)
    .replace(/<body[^>]*>/, (body) => `${body}${mark}`);
};
