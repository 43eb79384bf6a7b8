import { expect, test } from 'vitest';
import { payments } from '../../src/api/payments/payments.tables.ts';
import { rushCards } from '../load/cardRush.ts';
import { countRounds } from '../load/longRun.ts';
import { openCardApi, readMoneyMails } from './cardApi.ts';

test('notices, a bank statement, asking, releases and buyers at once leave every seat counted and every card payment with a seat or a refund', async () => {
  const api = await openCardApi('paytr');
  for (let round = 0; round < countRounds(1); round += 1) {
    const [seats, buyers] = countRounds(1) > 1 ? [40, 200] : [8, 14];
    const { sums, capacity, lost, inconsistent, takenWhileHeld } = await rushCards(api, seats, buyers);
    expect(new Set(sums)).toEqual(new Set([capacity]));
    expect(sums.length).toBeGreaterThan(1);
    expect([lost, inconsistent, takenWhileHeld]).toEqual([[], [], []]);
  }
  const paid = (await readMoneyMails(api)).filter((kind) => /^(?:order_paid|payment_unplaced)$/.test(kind));
  const charged = [...api.standIn.paytr.payments.values()].filter(({ state }) => state === 'paid');
  const booked = await api.ctx.db.select().from(payments);
  expect(booked.filter(({ method }) => method === 'card')).toHaveLength(charged.length);
  expect(booked.length).toBeGreaterThan(charged.length);
  expect(paid).toHaveLength(booked.length);
});
