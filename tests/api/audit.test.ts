import { expect, test } from 'vitest';
import { diff } from '../../src/api/audit/audit.service.ts';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { mutate } from '../../src/api/mutation.ts';
import { openTestApi } from './harness.ts';

const api = await openTestApi();

const written = () => api.ctx.db.select().from(auditLog);

test('an entry says who changed what, and leaves out whatever names a person', async () => {
  const { id } = await api.signUp({ role: 'admin' });
  await mutate(api.ctx, id, ({ audit }) =>
    audit({
      action: 'update',
      entity: 'user',
      entityId: id,
      before: { role: 'user', email: 'deniz@ornek.com', phone_number: '+905320000000' },
      after: { role: 'admin', name: 'Deniz' },
    }),
  );
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
  const failing = mutate(api.ctx, null, async ({ audit }) => {
    await audit({ action: 'add', entity: 'category' });
    throw new Error('stop');
  });
  await expect(failing).rejects.toThrow('stop');
  expect(await written()).toHaveLength(before);
});

test('only fields that differ are part of a change', () => {
  expect(diff({ title: 'Drama', price: 100, stock: 5 }, { title: 'Drama', stock: 4 })).toEqual({
    before: { stock: 5 },
    after: { stock: 4 },
  });
});
