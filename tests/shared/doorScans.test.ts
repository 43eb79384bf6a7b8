import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerScan, compareScans, correctTime, findArrival, type SeatScan } from '../../src/shared/doorScans.ts';

const scan = (at: number, { undo = false, device = 'a', nonce = `${at}` } = {}): SeatScan => ({
  ...{ at, undo, device, nonce },
});

test('the earliest scan is the entry, the later one is told since when', () => {
  const [early, late] = [scan(10), scan(50, { device: 'b' })];
  expect(answerScan(late, [early])).toEqual({ result: 'already', first_at: 10 });
  expect(answerScan(early, [late])).toEqual({ result: 'in', first_at: 10 });
  expect(findArrival([late, early])).toBe(10);
});

test('an undo takes out whoever came before it, also at the same moment, and nobody who comes after it', () => {
  const undo = scan(20, { undo: true });
  expect(findArrival([scan(10), undo])).toBeNull();
  expect(findArrival([undo, scan(20, { nonce: 'x' })])).toBeNull();
  expect(findArrival([scan(10), undo, scan(30), scan(40)])).toBe(30);
  expect(answerScan(scan(30), [scan(10), undo])).toEqual({ result: 'in', first_at: 30 });
  expect(answerScan(undo, [scan(10)])).toEqual({ result: 'out', first_at: null });
});

/** What two devices scanned and took back, at true times. */
const scans = fc.uniqueArray(
  fc.record({
    at: fc.integer({ min: 0, max: 12 }),
    undo: fc.boolean(),
    device: fc.constantFrom<'a' | 'b'>('a', 'b'),
    nonce: fc.integer({ min: 0, max: 99 }).map(String),
  }),
  { selector: ({ device, nonce }) => `${device} ${nonce}`, maxLength: 12 },
);
const offsets = fc.record({ a: fc.integer(), b: fc.integer() });

test('whichever device sends first, and however wrong its clock is, entry and answers are the same', () => {
  fc.assert(
    fc.property(scans, offsets, fc.gen(), (all, offset, gen) => {
      const order = gen(fc.shuffledSubarray, all, { minLength: all.length });
      const arrived = order.map((each, index) => {
        const receivedAt = 100 + index;
        const clock = (time: number) => time + offset[each.device];
        return { ...each, at: correctTime(clock(each.at), clock(receivedAt), receivedAt) };
      });
      expect(findArrival(arrived)).toBe(findArrival(all));
      for (const each of all) expect(answerScan(each, arrived)).toEqual(answerScan(each, all));
      const last = all.toSorted(compareScans).at(-1);
      expect(findArrival(all) === null).toBe(!last || last.undo);
    }),
  );
});

test('a scan is not later than its arrival, whatever its device believes', () => {
  expect(correctTime(900, 100, 500)).toBe(500);
});
