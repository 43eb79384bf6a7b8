import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, offerUntil, type WaitingEntry } from '../../src/api/waitlist/offers.ts';
import { hourMs } from '../../src/shared/time.ts';

const now = new Date('2026-11-20T09:00:00Z');
const at = (text: string) => new Date(text);
const inHours = (hours: number) => new Date(now.getTime() + hours * hourMs);

const line = (...entries: [quantity: number, passed?: number, hold?: Date][]): WaitingEntry[] =>
  entries.map(([quantity, passed = 0, hold_until = null], index) => ({ id: `${index}`, quantity, passed, hold_until }));

describe('an offer', () => {
  test.each([
    [
      'a day, of which the night does not count',
      '2026-11-20T12:00+03:00',
      '2026-12-20T12:00+03:00',
      '2026-11-21T22:00+03:00',
    ],
    [
      'a quarter of the time that is left',
      '2026-11-20T09:00+03:00',
      '2026-11-21T17:00+03:00',
      '2026-11-20T17:00+03:00',
    ],
    [
      'made at night begins to count at eight',
      '2026-11-20T23:00+03:00',
      '2026-11-21T23:00+03:00',
      '2026-11-21T14:00+03:00',
    ],
    [
      'made after midnight begins to count at eight',
      '2026-11-21T03:00+03:00',
      '2026-11-22T03:00+03:00',
      '2026-11-21T14:00+03:00',
    ],
    [
      'a minute to ten goes on in the morning',
      '2026-11-20T21:59+03:00',
      '2026-11-21T17:59+03:00',
      '2026-11-21T11:59+03:00',
    ],
    ['ends six hours before the start', '2026-11-20T22:30+03:00', '2026-11-21T09:30+03:00', '2026-11-21T03:30+03:00'],
  ])('%s', (_, made, start, until) => {
    expect(offerUntil(at(made), at(start)).toISOString()).toBe(at(until).toISOString());
  });

  test('is the same in whatever zone the server runs', () => {
    const module = new URL('../../src/api/waitlist/offers.ts', import.meta.url).href;
    const script = `const { offerUntil } = await import(${JSON.stringify(module)});
      console.log(offerUntil(new Date('2026-11-20T19:30Z'), new Date('2026-12-20T09:00Z')).toISOString());`;
    const runIn = (TZ: string) =>
      execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script], {
        env: { ...process.env, TZ },
      })
        .toString()
        .trim();
    expect(['America/New_York', 'Pacific/Auckland'].map(runIn)).toEqual(Array(2).fill('2026-11-22T15:00:00.000Z'));
  });

  test('never ends after a day by the clock that counts, nor beyond six hours before the start', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 48 * 60 }),
        fc.integer({ min: 6 * 60, max: 90 * 24 * 60 }),
        (shift, left) => {
          const made = new Date(now.getTime() + shift * 60_000);
          const start = new Date(made.getTime() + left * 60_000);
          const until = offerUntil(made, start).getTime();
          expect(until).toBeLessThanOrEqual(start.getTime() - 6 * hourMs);
          expect(until - made.getTime()).toBeLessThanOrEqual(48 * hourMs);
          expect(until).toBeGreaterThanOrEqual(Math.min(made.getTime(), start.getTime() - 6 * hourMs));
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('free seats', () => {
  test('go to the first entry that fits, and an entry that is passed counts it', () => {
    expect(allocate(line([2], [1], [1]), 1, 1, now)).toMatchObject({
      offered: ['1'],
      changed: [{ id: '0', passed: 1 }],
      stock: 0,
      held: 0,
    });
    expect(allocate(line([2], [1]), 3, 3, now).offered).toEqual(['0', '1']);
  });

  test('that fit nobody are on sale', () => {
    expect(allocate(line([2], [3]), 1, 1, now)).toEqual({ offered: [], changed: [], stock: 1, held: 0 });
  });

  test('wait a day, once, for an entry that was passed twice; what was on sale before stays on sale', () => {
    const hold = inHours(24);
    expect(allocate(line([2, 2], [1]), 1, 1, now)).toEqual({
      offered: [],
      changed: [{ id: '0', quantity: 2, passed: 2, hold_until: hold }],
      stock: 1,
      held: 1,
    });
    expect(allocate(line([3, 2]), 2, 1, now)).toMatchObject({ stock: 2, held: 1 });
    // The day begins with the first seat that waits.
    expect(allocate(line([2, 2], [1]), 1, 0, now)).toEqual({ offered: [], changed: [], stock: 1, held: 0 });
    expect(allocate(line([2, 2, inHours(1)], [1]), 1, 1, now)).toMatchObject({ offered: [], held: 1 });
    expect(allocate(line([2, 2, now], [1]), 1, 1, now)).toMatchObject({ offered: ['1'], held: 0 });
    expect(allocate(line([2, 2, inHours(1)], [1]), 2, 1, now)).toMatchObject({ offered: ['0'], held: 0 });
  });

  test('that come at once pass nobody more than twice', () => {
    expect(allocate(line([5], [1], [1], [1], [1]), 4, 4, now)).toMatchObject({
      offered: ['1', '2'],
      stock: 2,
      held: 2,
    });
  });

  test('are never lost, never wait beside somebody they fit, and pass nobody whose seats wait', () => {
    const entry = fc.tuple(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 0, max: 2 }),
      fc.constantFrom(undefined, -1, 1),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), fc.nat(15), fc.nat(15), (entries, stock, mayHold) => {
        const waiting = line(
          ...entries.map(([seats, passed, hold]) => [seats, passed, hold && inHours(hold)] as [number, number, Date?]),
        );
        const result = allocate(waiting, stock, Math.min(stock, mayHold), now);
        const seats = waiting
          .filter(({ id }) => result.offered.includes(id))
          .reduce((sum, { quantity }) => sum + quantity, 0);
        expect(seats + result.stock).toBe(stock);
        expect(result.held).toBeLessThanOrEqual(result.stock);
        const after = waiting
          .filter(({ id }) => !result.offered.includes(id))
          .map((one) => result.changed.find(({ id }) => id === one.id) ?? one);
        const blocks = ({ passed, hold_until }: WaitingEntry) => passed >= 2 && (!hold_until || hold_until > now);
        const wall = after.findIndex((one) => blocks(one));
        const reachable = wall < 0 ? after : after.slice(0, wall + 1);
        expect(reachable.every(({ quantity }) => quantity > result.stock)).toBe(true);
        for (const one of after) if (one.passed > 2) expect(one.hold_until && one.hold_until <= now).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
