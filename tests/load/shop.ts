import { users } from '../../src/api/account/account.tables.ts';
import { openSession } from '../../src/api/account/sessions.service.ts';
import type { Platform } from '../../src/api/platform.ts';

/** So many activated accounts, each with a session; answers their tokens. */
export async function addPeople({ db, clock }: Platform, count: number): Promise<string[]> {
  const values = Array.from({ length: count }, () => ({
    email: `${crypto.randomUUID()}@ornek.com`,
    name: 'Deniz',
    surname: 'Yılmaz',
    activated_at: clock(),
  }));
  const rows = await db.insert(users).values(values).returning();
  return Promise.all(rows.map((row) => openSession(db, row.id, 'test', clock())));
}
