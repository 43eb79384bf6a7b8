import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { mutate } from '../../src/api/mutation.ts';
import { openTestApi } from './harness.ts';

const api = await openTestApi();
const admin = await api.signUp({ role: 'admin' });

/** Writes an entry, and waits for the next millisecond: the embedded database's clock counts no less. */
async function write(actorId: string | null, entity: string, entityId: string): Promise<void> {
  await mutate(api.ctx, actorId, ({ audit }) => audit({ action: 'update', entity, entityId, after: { stock: 4 } }));
  for (const end = Date.now() + 1; Date.now() <= end; );
}
const list = (query: Record<string, string> = {}) => api.send('GET /api/admin/audit', { token: admin.token, query });

describe('the audit log', () => {
  test('lists entries newest first, with who made them, filtered by room, object, person and day', async () => {
    const other = await api.signUp({ role: 'admin' });
    await write(admin.id, 'product', 'one');
    await write(other.id, 'product', 'two');
    await write(null, 'blog', 'three');
    const { body, headers } = await list();
    expect(headers.get('x-total-count')).toBe('3');
    expect(body.map(({ entity_id, actor_name }) => [entity_id, actor_name])).toEqual([
      ['three', null],
      ['two', 'Deniz Yılmaz'],
      ['one', 'Deniz Yılmaz'],
    ]);
    expect(body[0]).toMatchObject({ action: 'update', entity: 'blog', before: null, after: { stock: 4 } });
    const ids = async (query: Record<string, string>) => (await list(query)).body.map(({ entity_id }) => entity_id);
    expect(await ids({ entity: 'product' })).toEqual(['two', 'one']);
    expect(await ids({ entity_id: 'one' })).toEqual(['one']);
    expect(await ids({ actor_id: other.id })).toEqual(['two']);
    expect(await ids({ to: '2020-01-01' })).toEqual([]);
    expect(await ids({ from: '2020-01-01', page: '2', size: '2' })).toEqual(['one']);
    expect((await list({ actor_id: 'nobody' })).status).toBe(422);
  });

  test('refuses every change from inside the product', async () => {
    await write(admin.id, 'product', 'kept');
    const kept = eq(auditLog.entity_id, 'kept');
    const refused = (work: Promise<unknown>) =>
      expect(work).rejects.toMatchObject({ cause: { message: /append-only/ } });
    await refused(api.ctx.db.update(auditLog).set({ action: 'other' }).where(kept));
    await refused(api.ctx.db.update(auditLog).set({ actor_id: null, entity: 'other' }).where(kept));
    await refused(api.ctx.db.delete(auditLog).where(kept));
    await refused(api.ctx.db.execute(sql`truncate app.audit_log`));
    expect((await list({ entity_id: 'kept' })).body).toMatchObject([{ action: 'update', actor_id: admin.id }]);
  });

  test('keeps the entries of an erased account without naming it', async () => {
    const gone = await api.signUp({ role: 'admin' });
    await write(gone.id, 'product', 'stays');
    await api.ctx.db.delete(users).where(eq(users.id, gone.id));
    expect((await list({ entity_id: 'stays' })).body).toMatchObject([{ actor_id: null, actor_name: null }]);
  });
});
