import { expect, test } from 'vitest';
import type { FoundMatch } from '../../../../src/web/admin/payments/statement/readMatches.ts';
import { $statement, acceptMatch, rejectMatch } from '../../../../src/web/admin/payments/statement/statement.store.ts';

const match = (index: number, code: string, reason: FoundMatch['reason'] = 'name'): FoundMatch => ({
  ...{ index, reason, sure: false, movement: { day: '2026-11-02', amount: 65_000, text: 'AYŞE YILMAZ' } },
  parts: [{ code, amount: 65_000, fingerprint: '' }],
});

function show(matches: FoundMatch[]): void {
  $statement.set({
    step: 'read',
    file: 'a.csv',
    sending: false,
    lines: 9,
    unread: [],
    repeated: 0,
    others: 4,
    matches,
  });
}

function shown() {
  const state = $statement.get();
  if (state.step !== 'read') throw new Error('nothing is shown');
  return {
    others: state.others,
    left: state.matches.map(({ index, parts: [part], sure }) => `${index} ${part?.code}${sure ? ' sure' : ''}`),
  };
}

test('an order that one suggestion pays is suggested by name for no other movement', () => {
  const matches = [match(1, 'A'), match(1, 'B'), match(2, 'A'), match(2, 'B'), match(3, 'A')];
  show([...matches, match(4, 'A', 'amount_differs')]);
  acceptMatch(matches[0] as FoundMatch);
  expect(shown()).toEqual({ others: 5, left: ['1 A sure', '2 B', '4 A'] });
});

test('a movement of which every suggestion is rejected is not ours', () => {
  const [one, other] = [match(1, 'A'), match(1, 'B')];
  show([one, other]);
  rejectMatch(one);
  expect(shown()).toEqual({ others: 4, left: ['1 B'] });
  rejectMatch(other);
  expect(shown()).toEqual({ others: 5, left: [] });
});
