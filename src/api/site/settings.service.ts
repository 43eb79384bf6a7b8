import { eq } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { settings } from './site.tables.ts';

/** Returns what is stored under a name. */
export async function readSetting<Value>(db: Database, name: string): Promise<Value | undefined> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  return row?.value as Value | undefined;
}

/**
 * Locks what is stored under a name until the transaction ends. Where nothing is, `initial` is stored first, so that
 * two first saves also wait for each other.
 */
export async function lockSetting(tx: Database, name: string, initial: object): Promise<void> {
  await tx.insert(settings).values({ name, value: initial }).onConflictDoNothing();
  await tx.select().from(settings).where(eq(settings.name, name)).for('update');
}

export async function saveSetting(tx: Database, name: string, value: object): Promise<void> {
  await tx.insert(settings).values({ name, value }).onConflictDoUpdate({ target: settings.name, set: { value } });
}
