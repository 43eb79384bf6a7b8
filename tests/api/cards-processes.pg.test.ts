import { expect, inject, test } from 'vitest';
import type { AppContext } from '../../src/api/context.ts';
import { openCardStandIn } from '../cards/standIn.ts';
import { cartLine } from '../load/cartLines.ts';
import { withContext } from '../load/context.ts';
import { countRounds } from '../load/longRun.ts';
import { readSubjects, sendTheRest } from '../load/outbox.ts';
import { newDatabase } from '../load/postgres.ts';
import { type ApiProcess, startApi } from '../load/processes.ts';
import { tempFolder } from './cleanup.ts';
import { addCustomers, addProduct } from './shop.ts';

const server = inject('postgresUrl');
const DATA_DIR = tempFolder('cards');
const rounds = countRounds(1);

test('a process killed right after it answered a card notice leaves one payment and one mail, however often it is told', {
  timeout: rounds * 120_000,
}, async () => {
  let api: ApiProcess | undefined;
  const standIn = await openCardStandIn(async (path, body, type) =>
    (await fetch(`${api?.origin}${path}`, { method: 'POST', body, headers: { 'content-type': type } })).text(),
  );
  const environment = {
    ...{ DATA_DIR, ...standIn.environment('paytr'), ...(server && { DATABASE_URL: await newDatabase(server) }) },
  };
  const inside = <T>(work: (ctx: AppContext) => Promise<T>) => withContext(environment, work);
  for (let round = 0; round < rounds; round += 1) {
    const [token = '', product] = await inside(async (ctx) => [...(await addCustomers(ctx, 1)), await addProduct(ctx)]);
    api = await startApi(environment);
    const { body } = await api.checkout(token, [cartLine(product as string)]);
    const { code } = (body.orders as { code: string }[])[0] as { code: string };
    const path = `${api.origin}/api/my-checkouts/${code}/card`;
    const begun = await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    const { attempt } = (await begun.json()) as { attempt: string };
    const payment = standIn.paytr.decide(attempt.replaceAll('-', ''), 'paid');
    expect(await standIn.paytr.deliver(payment)).toEqual(['OK']);
    await api.kill();
    api = await startApi(environment);
    const again = await Promise.all([standIn.paytr.deliver(payment), standIn.paytr.deliver(payment)]);
    expect(again).toEqual([['OK'], ['OK']]);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${api.origin}/api/my-checkouts/${code}`, { headers });
    expect(await response.json()).toMatchObject({ state: 'paid', paid: 650, card: { state: 'paid' } });
    await api.stop();
    await inside(sendTheRest);
    const subjects = await readSubjects(DATA_DIR);
    expect(subjects.filter((one) => one.startsWith('Ödemeniz alındı'))).toHaveLength(round + 1);
  }
  await standIn.close();
});
