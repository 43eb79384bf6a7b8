import { sql } from 'drizzle-orm';
import { publishedLegalVersionSql, readPublishedLegal } from '../content/publishedLegal.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { queryRows } from '../db/sql.ts';
import { documentSlugs, renderFrames } from '../documents/render.ts';
import { paymentSettingsVersionSql, readPaymentSettings } from '../payments/paymentSettings.service.ts';
import { readSite, siteVersionSql } from '../site/site.service.ts';
import type { Seller, SellerTerms } from './terms.ts';

/** Reads the practice as a seller: payment settings and identity. */
export const readSeller = async (db: Database, ctx: Pick<AppContext, 'cards'>): Promise<Seller> => ({
  settings: await readPaymentSettings(db, ctx),
  site: await readSite(db),
});

/** What decides the terms of an order besides its lines. Outside of a transaction: its queries run at the same time. */
export async function readSellerTerms(ctx: Pick<AppContext, 'db' | 'env' | 'cards'>, now: Date): Promise<SellerTerms> {
  const { db, env } = ctx;
  const [settings, site, texts] = await Promise.all([
    readPaymentSettings(db, ctx),
    readSite(db),
    readPublishedLegal(db, documentSlugs, now),
  ]);
  return { settings, site, texts, frames: renderFrames(texts, site, env.siteUrl) };
}

/**
 * As `readSellerTerms`, which it repeats only when something was written since: reading a version is one short query,
 * while parsing and rendering the texts takes longer than a batch of previews.
 */
export function createSellerTermsReader(ctx: AppContext): (db: Database, now: Date) => Promise<SellerTerms> {
  const version = sql`
    select ${paymentSettingsVersionSql} || ';' || ${siteVersionSql} || ';' || ${publishedLegalVersionSql(documentSlugs)} as version`;
  let kept: { key: string; terms: SellerTerms } | undefined;
  return async (db, now) => {
    const [row] = await queryRows<{ version: string | null }>(db, version);
    // Texts that were never published change with the day, too.
    if (!row?.version) return readSellerTerms({ ...ctx, db }, now);
    const key = `${ctx.cards?.name} ${row.version}`;
    // Read after the version: a write in between is in the terms already, and the next call reads them again.
    if (kept?.key !== key) kept = { key, terms: await readSellerTerms({ ...ctx, db }, now) };
    return kept.terms;
  };
}
