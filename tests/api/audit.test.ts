import { beforeAll, expect, test } from 'vitest';
import { audit, diff } from '../../src/api/audit/audit.service.ts';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { openTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await openTestApi();
});

const written = () => api.ctx.db.select().from(auditLog);

test('an entry says who diff what, and leaves out whatever names a person', async () => {
  const { id } = await api.signUp({ role: 'admin' });
  await audit(api.ctx.db, {
    actorId: id,
    action: 'update',
    entity: 'user',
    entityId: id,
    before: { role: 'user', email: 'deniz@ornek.com', phone_number: '+905320000000' },
    after: { role: 'admin', name: 'Deniz' },
  });
  expect(await written()).toMatchObject([
    {
      actor_id: id,
      action: 'update',
      entity: 'user',
      entity_id: id,
      before: { role: 'user' },
      after: { role: 'admin' },
    },
  ]);
});

test('an entry of a change that was rolled back is not kept', async () => {
  const before = (await written()).length;
  await api.ctx.db
    .transaction(async (tx) => {
      await audit(tx, { actorId: null, action: 'add', entity: 'category' });
      throw new Error('stop');
    })
    .catch(() => {});
  expect(await written()).toHaveLength(before);
});

test('only fields that differ are part of a change', () => {
  expect(diff({ title: 'Drama', price: 100, stock: 5 }, { title: 'Drama', stock: 4 })).toEqual({
    before: { stock: 5 },
    after: { stock: 4 },
  });
});
