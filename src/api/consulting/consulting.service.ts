import { asc, isNull } from 'drizzle-orm';
import type { AdminService } from '../../contract/consulting.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { services } from './consulting.tables.ts';

export type ServiceRow = typeof services.$inferSelect;

export const toService = (row: ServiceRow): AdminService => ({ ...row, updated_at: row.updated_at.toISOString() });

export const notTrashed = isNull(services.deleted_at);

/** Lists counselling services, oldest first. */
export async function listServices({ db }: AppContext, page?: PageRange): Promise<Paged<AdminService>> {
  const query = db.select().from(services).where(notTrashed).orderBy(asc(services.created_at), asc(services.id));
  const { rows, total } = await selectPage(query.$dynamic(), page, () => db.$count(services, notTrashed));
  return { rows: rows.map(toService), total };
}

/** Addresses of the pictures that services use. */
export async function consultingPictures(db: Database): Promise<string[]> {
  const rows = await db.select({ url: services.image_url }).from(services);
  return rows.map(({ url }) => url);
}
