import { atom } from 'nanostores';
import { expect, test } from 'vitest';
import { type AsyncState, loadInto } from '../../src/web/ui/asyncState.ts';

test('an answer that comes after that of a later request changes nothing', async () => {
  const $data = atom<AsyncState<string>>({ state: 'idle' });
  const early = Promise.withResolvers<string>();
  const failing = Promise.withResolvers<string>();
  const loads = [
    loadInto($data, () => early.promise, 'Olmadı.'),
    loadInto($data, () => failing.promise, 'Olmadı.'),
    loadInto($data, async () => 'sonraki', 'Olmadı.'),
  ];
  await loads.at(-1);
  early.resolve('önceki');
  failing.reject(new Error('late'));
  await Promise.all(loads);
  expect($data.get()).toEqual({ state: 'loaded', value: 'sonraki' });
});
