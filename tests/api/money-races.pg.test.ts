import { expect, test } from 'vitest';
import { countRounds } from '../load/longRun.ts';
import { rushMoney } from '../load/moneyRush.ts';
import { openTestApi } from './harness.ts';

test('payments, releases and buyers at once leave every seat counted and every payment with a seat or a refund', async () => {
  const api = await openTestApi();
  const { token } = await api.signUp({ role: 'admin' });
  for (let round = 0; round < countRounds(1); round += 1) {
    const { sums, capacity, lost, inconsistent } = await rushMoney(api, token);
    expect(new Set(sums)).toEqual(new Set([capacity]));
    expect(sums.length).toBeGreaterThan(1);
    expect([lost, inconsistent]).toEqual([[], []]);
  }
});
