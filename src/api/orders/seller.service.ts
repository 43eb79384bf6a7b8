import { readPublishedLegal } from '../content/publishedLegal.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { documentSlugs, renderFrames } from '../documents/render.ts';
import { readPaymentSettings } from '../payments/settings.service.ts';
import { readSite } from '../site/site.service.ts';
import type { Seller, SellerTerms } from './terms.ts';

export const readSeller = async (db: Database, { env }: Pick<AppContext, 'env'>): Promise<Seller> => ({
  settings: await readPaymentSettings(db),
  site: await readSite(db),
  siteUrl: env.siteUrl,
});

/** What decides the terms of an order besides its lines. Outside of a transaction: its queries run at the same time. */
export async function readSellerTerms({ db, env }: Pick<AppContext, 'db' | 'env'>, now: Date): Promise<SellerTerms> {
  const [settings, site, texts] = await Promise.all([
    readPaymentSettings(db),
    readSite(db),
    readPublishedLegal(db, documentSlugs, now),
  ]);
  return { settings, site, siteUrl: env.siteUrl, texts, frames: renderFrames(texts, site, env.siteUrl) };
}
