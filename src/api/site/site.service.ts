import { eq } from 'drizzle-orm';
import defaults from '../../content/site.json' with { type: 'json' };
import { type Site, site } from '../../contract/site.ts';
import { audit, diff } from '../audit/audit.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { recordContentChange } from '../publish/changes.service.ts';
import { settings } from './site.tables.ts';

/** Name under which identity and contact are kept. */
const name = 'site';

/** Identity and contact: what the owner saved, and src/content/site.json for what she never did. */
export async function readSite(db: Database): Promise<Site> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  // A field that came later, or whose rule diff, falls back to its default alone.
  const saved = Object.entries((row?.value ?? {}) as object).filter(
    ([field, value]) => field in site.shape && site.shape[field as keyof Site].safeParse(value).success,
  );
  return site.parse({ ...defaults, ...Object.fromEntries(saved) });
}

/** Saves identity and contact; pages show it with the next publishing. */
export async function saveSite(ctx: AppContext, actorId: string, value: Site): Promise<Site> {
  await ctx.db.transaction(async (tx) => {
    const before = await readSite(tx);
    const updated_at = ctx.clock();
    await tx
      .insert(settings)
      .values({ name, value, updated_at })
      .onConflictDoUpdate({ target: settings.name, set: { value, updated_at } });
    await recordContentChange(tx, 'site', name);
    await audit(tx, { actorId, action: 'update', entity: 'site', ...diff(before, value) });
  });
  ctx.events.emit('site');
  return value;
}
