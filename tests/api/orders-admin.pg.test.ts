import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders } from '../../src/api/orders/orders.tables.ts';
import { countReplies } from '../load/checkouts.ts';
import { readAudit } from './changeLog.ts';
import { openTestApi } from './harness.ts';
import { addProduct, checkout, readStock } from './shop.ts';

const codes: string[] = [];

const list = (query: Record<string, string | number> = {}) =>
  api.send('GET /api/admin/orders', { token: admin, query });
const titles = async (query: Record<string, string | number>) =>
  (await list(query)).body.map((order) => order.event_title);
const setStatus = (id: string, status: unknown) =>
  api.send('PATCH /api/admin/orders/:id/status', { token: admin, params: { id }, body: { status } });

async function sell(title: string, names: string[], stock = 10) {
  const product = await addProduct(api.ctx, { title, stock });
  const participants = names.map((fullName) => ({ fullName }));
  const { body } = await checkout(api, buyer.token, [{ id: product, quantity: names.length, participants }]);
  const [order] = body.orders;
  return { product, id: order?.id as string, code: order?.code as string };
}

const api = await openTestApi();
const admin = (await api.signUp({ role: 'admin', email: 'yonetici@ornek.com' })).token;
const buyer = await api.signUp({ email: 'irem.isik@ornek.com' });
const days = ['2026-03-01T20:59:59.999Z', '2026-03-01T21:00:00.000Z', '2026-03-02T20:59:59.999Z'];
const sold = [
  await sell('Işık ve Gölge', ['Çağrı Öğüt']),
  await sell('Ebru %100', ['Şule Ünal']),
  await sell('Kukla', ['Ada Su', 'Can Su']),
];
for (const [index, { id, code }] of sold.entries()) {
  codes.push(code);
  await api.ctx.db
    .update(orders)
    .set({ created_at: new Date(days[index] as string) })
    .where(eq(orders.id, id));
}

describe('the admin’s list of orders', () => {
  test('is sorted newest first by default', async () => {
    expect(await titles({})).toEqual(['Kukla', 'Ebru %100', 'Işık ve Gölge']);
    expect(await titles({ sort: 'asc' })).toEqual(['Işık ve Gölge', 'Ebru %100', 'Kukla']);
    expect(await titles({ sort: 'sideways' })).toEqual(await titles({ sort: 'desc' }));
  });

  test('names the buyer and the product in addition to what the buyer sees', async () => {
    const [order] = (await list()).body;
    expect(order).toMatchObject({
      product_id: expect.any(String),
      buyer_name: 'Deniz Yılmaz',
      buyer_email: buyer.email,
      code: codes[2],
      participants: [
        { name: 'Ada', surname: 'Su' },
        { name: 'Can', surname: 'Su' },
      ],
    });
  });

  test.each([
    ['isik ve golge', ['Işık ve Gölge']],
    ['IŞIK', ['Kukla', 'Ebru %100', 'Işık ve Gölge']],
    ['GÖLGE', ['Işık ve Gölge']],
    ['cagri ogut', ['Işık ve Gölge']],
    ['ŞULE', ['Ebru %100']],
    ['can su', ['Kukla']],
    ['İREM.ISIK@ornek', ['Kukla', 'Ebru %100', 'Işık ve Gölge']],
    ['%', ['Ebru %100']],
    ['_', []],
    ['\\', []],
    ['\u0000kukla', ['Kukla']],
    ['nobody', []],
    ['  ', ['Kukla', 'Ebru %100', 'Işık ve Gölge']],
  ])(
    'is searched for %j in title, buyer and participants, whatever the letters’ case and dots',
    async (search, found) => {
      expect(await titles({ search })).toEqual(found);
    },
  );

  test('is searched by code', async () => {
    expect(await titles({ search: (codes[1] as string).toLowerCase() })).toEqual(['Ebru %100']);
  });

  test('is filtered by days of Istanbul, the last one included', async () => {
    expect(await titles({ from: '2026-03-02', to: '2026-03-02' })).toEqual(['Kukla', 'Ebru %100']);
    expect(await titles({ to: '2026-03-01' })).toEqual(['Işık ve Gölge']);
    expect(await titles({ from: '2026-03-03' })).toEqual([]);
    expect(await titles({ from: '', to: '', search: '', product_id: '' })).toHaveLength(3);
    expect((await list({ from: '2026-02-30' })).status).toBe(422);
  });

  test('is filtered by product', async () => {
    const [order] = (await list({ search: 'kukla' })).body;
    expect(await titles({ product_id: order?.product_id as string })).toEqual(['Kukla']);
  });

  test('is searched for the phone number that the buyer’s account has now, and so are the payments', async () => {
    const phone_number = '0532 987 65 43';
    await api.send('PUT /api/profile/update-phone', { token: buyer.token, body: { phone_number } });
    const other = await api.signUp();
    const lines = [{ id: await addProduct(api.ctx), quantity: 1, participants: [{ fullName: 'Eda' }] }];
    await checkout(api, other.token, lines);
    // Letters of a code are random: the last two of somebody else's number may be among them.
    const [kukla] = (await list({ search: 'kukla' })).body;
    await api.ctx.db
      .update(orders)
      .set({ search: sql`${orders.search} || ' 44'` })
      .where(eq(orders.id, kukla?.id as string));
    const found = async (search: string) => {
      const payments = await api.send('GET /api/admin/checkouts', { token: admin, query: { search } });
      return [(await list({ search })).body, payments.body].map((rows) => rows.map(({ code }) => code).toSorted());
    };
    for (const search of [phone_number, '+905329876543', '(0532) 987-65-43', 'isik 532 987'])
      expect(await found(search)).toEqual([codes.toSorted(), codes.toSorted()]);
    expect(await found('kukla 987')).toEqual([[codes[2]], [codes[2]]]);
    expect(await found('0532 987 65 44')).toEqual([[], []]);
  });
});

describe('an order’s status', () => {
  test('releases the seats once when it is cancelled, also by two admins in parallel', async () => {
    const { product, id } = await sell('İptal', ['Ada', 'Can']);
    expect(await readStock(api.ctx, product)).toBe(8);
    const answers = await Promise.all(Array.from({ length: 10 }, () => setStatus(id, 'cancelled')));
    expect(countReplies(answers)).toEqual({ 200: 10 });
    expect(await readStock(api.ctx, product)).toBe(10);
    expect(answers[0]?.body).toMatchObject({ id, status: 'cancelled', message: expect.any(String) });
    const mine = await api.send('GET /api/my-orders', { token: buyer.token });
    expect(mine.body.find((order) => order.id === id)?.status).toBe('cancelled');
  });

  test('takes the seats again, once, when a cancellation is undone', async () => {
    const { product, id } = await sell('Geri al', ['Ada', 'Can']);
    await setStatus(id, 'cancelled');
    await Promise.all([setStatus(id, 'reserved'), setStatus(id, 'paid'), setStatus(id, 'reserved')]);
    expect(await readStock(api.ctx, product)).toBe(8);
  });

  test('stays cancelled with the number of seats left when they do not suffice to undo it', async () => {
    const { product, id } = await sell('Dolu', ['Ada', 'Can'], 2);
    await setStatus(id, 'cancelled');
    const other = await api.signUp();
    await checkout(api, other.token, [{ id: product, quantity: 1, participants: [{ fullName: 'Eda' }] }]);
    const { status, body } = await setStatus(id, 'paid');
    expect([status, body.code, body.items]).toEqual([409, 'stock_exhausted', [{ id: product, remaining: 1 }]]);
    expect((await list({ search: 'dolu ada' })).body[0]?.status).toBe('cancelled');
    expect(await readStock(api.ctx, product)).toBe(1);
  });

  test('changes no seats when it becomes paid, and each change is audited', async () => {
    const { product, id } = await sell('Ödendi', ['Ada']);
    expect((await setStatus(id, 'paid')).body.status).toBe('paid');
    expect(await readStock(api.ctx, product)).toBe(9);
    expect((await readAudit(api, id)).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['status', { status: 'reserved' }, { status: 'paid' }],
    ]);
  });

  test('answers 422 to a wrong status', async () => {
    const { id } = await sell('Yanlış', ['Ada']);
    for (const status of ['lost', '', null, 1, undefined]) expect((await setStatus(id, status)).status).toBe(422);
  });
});
