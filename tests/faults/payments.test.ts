import { join } from 'node:path';
import { expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { openSession } from '../../src/api/account/sessions.service.ts';
import { tempFolder } from '../api/cleanup.ts';
import { addProduct } from '../api/shop.ts';
import { cartLine } from '../load/cartLines.ts';
import { withContext } from '../load/context.ts';
import { countRounds } from '../load/longRun.ts';
import { readSubjects, sendTheRest } from '../load/outbox.ts';
import { startApi } from '../load/processes.ts';
import { send } from '../load/send.ts';
import { adminEnvironment, signIn } from './admin.ts';

const folder = tempFolder('payments');
const DATA_DIR = join(folder, 'data');
const environment = { DATA_DIR, ...adminEnvironment };

/** Makes a product and a buyer while no process has the database open. */
const prepare = (): Promise<{ product: string; token: string }> =>
  withContext(environment, async (ctx) => {
    const values = {
      email: `${crypto.randomUUID()}@ornek.com`,
      name: 'Deniz',
      surname: 'Su',
      activated_at: new Date(),
    };
    const [buyer] = await ctx.db.insert(users).values(values).returning();
    const token = await openSession(ctx.db, buyer?.id as string, 'test', new Date());
    return { product: await addProduct(ctx), token };
  });

const rounds = countRounds(1);

test('a process killed right after it took a payment leaves one state, and the buyer one mail', {
  timeout: rounds * 120_000,
}, async () => {
  const start = await startApi(environment);
  await start.stop();
  for (let round = 1; round <= rounds; round += 1) {
    const { product, token } = await prepare();
    const api = await startApi(environment);
    const admin = await signIn(api);
    const order = await api.checkout(token, [cartLine(product)]);
    const { code } = (order.body.orders as { code: string }[])[0] as { code: string };
    const payment = { amount: 650, received_on: '2026-01-05', external_ref: `dekont-${round}` };
    const paid = await send(api.origin, `POST /api/admin/checkouts/${code}/payments`, admin, payment);
    expect(paid.status).toBe(201);
    await api.kill();
    const again = await startApi(environment);
    const response = await send(again.origin, `GET /api/my-checkouts/${code}`, token);
    expect(await response.json()).toMatchObject({ state: 'paid', paid: 650, open: 0, orders: [{ status: 'paid' }] });
    await again.stop();
    await withContext(environment, sendTheRest);
    const subjects = await readSubjects(DATA_DIR);
    expect(subjects.filter((one) => one.startsWith('Ödemeniz alındı'))).toHaveLength(round);
  }
});
