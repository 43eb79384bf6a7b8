import { asc, count } from 'drizzle-orm';
import type { Page } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { services } from './consulting.tables.ts';

/** Counselling services, oldest first. */
export async function listServices({ db }: Platform, page?: Page) {
  const rows = await db
    .select()
    .from(services)
    .orderBy(asc(services.created_at), asc(services.id))
    .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(page?.offset ?? 0);
  const [counted] = page ? await db.select({ total: count() }).from(services) : [{ total: rows.length }];
  return { rows, total: counted?.total ?? 0 };
}
