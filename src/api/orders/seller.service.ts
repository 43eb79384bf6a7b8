import { readPublishedLegal } from '../content/publishedLegal.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { documentSlugs, renderFrames } from '../documents/render.ts';
import { readPaymentSettings } from '../payments/settings.service.ts';
import { readSite } from '../site/site.service.ts';
import type { Seller, SellerTerms } from './terms.ts';

export const readSeller = async (db: Database, ctx: Pick<AppContext, 'env' | 'cards'>): Promise<Seller> => ({
  settings: await readPaymentSettings(db, ctx),
  site: await readSite(db),
  siteUrl: ctx.env.siteUrl,
});

/** What decides the terms of an order besides its lines. Outside of a transaction: its queries run at the same time. */
export async function readSellerTerms(ctx: Pick<AppContext, 'db' | 'env' | 'cards'>, now: Date): Promise<SellerTerms> {
  const { db, env } = ctx;
  const [settings, site, texts] = await Promise.all([
    readPaymentSettings(db, ctx),
    readSite(db),
    readPublishedLegal(db, documentSlugs, now),
  ]);
  return { settings, site, siteUrl: env.siteUrl, texts, frames: renderFrames(texts, site, env.siteUrl) };
}
