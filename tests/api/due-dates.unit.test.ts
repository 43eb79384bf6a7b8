import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isQuietHour, quietUntil } from '../../src/api/mail/quietHours.ts';
import { dueAt, isNear, releaseAt } from '../../src/api/payments/dueDates.ts';
import { defaultHolidays } from '../../src/api/payments/holidays.ts';
import { hourMs, startsAt } from '../../src/shared/time.ts';

const at = (day: string, time = '12:00') => startsAt(day, time);
const endOf = (day: string) => new Date(at(day, '23:59').getTime() + 59_000);

describe('a checkout is due', () => {
  test.each([
    ['in good time: the end of the third day before', '2026-11-26', 3, '2026-11-01', endOf('2026-11-23')],
    ['across a month and a year', '2027-01-02', 3, '2026-11-01', endOf('2026-12-30')],
    ['with no day before: the end of the day itself', '2026-11-26', 0, '2026-11-01', endOf('2026-11-26')],
    ['the last moment counts', '2026-11-26', 3, '2026-11-23', endOf('2026-11-23')],
    ['a day later it is due at the start', '2026-11-26', 3, '2026-11-24', at('2026-11-26', '14:00')],
    ['two days before it is due at the start', '2026-11-26', 3, '2026-11-24', at('2026-11-26', '14:00')],
  ])('%s', (_, start, daysBefore, now, due) => {
    expect(dueAt(at(start, '14:00'), daysBefore, at(now))).toEqual(due);
  });

  test('on site where it is near', () => {
    expect(isNear(at('2026-11-26', '14:00'), 3, at('2026-11-24'))).toBe(true);
    expect(isNear(at('2026-11-26', '14:00'), 3, at('2026-11-23'))).toBe(false);
  });

  test('in the night of Istanbul, not of Greenwich', () => {
    // 00:30 of the 26th in Istanbul is still the 25th in UTC.
    expect(dueAt(at('2026-11-26', '00:30'), 3, at('2026-11-01'))).toEqual(endOf('2026-11-23'));
  });
});

describe('seats are taken back', () => {
  test.each([
    ['due on a Friday: on Monday', '2026-11-20', [], '2026-11-23'],
    ['due on a Saturday: on Monday', '2026-11-21', [], '2026-11-23'],
    ['due on a Sunday: on Monday', '2026-11-22', [], '2026-11-23'],
    ['due on a Tuesday: on Wednesday', '2026-11-24', [], '2026-11-25'],
    ['before the first of January', '2026-12-31', defaultHolidays, '2027-01-04'],
    ['before the feast of Ramadan', '2027-03-08', defaultHolidays, '2027-03-12'],
    ['before the feast of sacrifice', '2027-05-14', defaultHolidays, '2027-05-20'],
  ])('%s, at noon', (_, due, holidays, day) => {
    expect(releaseAt(endOf(due), holidays)).toEqual(at(day));
  });

  test('always after the due date, at noon of a working day', () => {
    fc.assert(
      fc.property(fc.date({ min: at('2026-01-01'), max: at('2028-12-31'), noInvalidDate: true }), (due) => {
        const release = releaseAt(due, defaultHolidays);
        const local = new Date(release.getTime() + 3 * hourMs).toISOString();
        expect(release.getTime()).toBeGreaterThan(due.getTime());
        expect(local.slice(11, 16)).toBe('12:00');
        expect(defaultHolidays).not.toContain(local.slice(0, 10));
        expect([0, 6]).not.toContain(new Date(local).getUTCDay());
      }),
    );
  });
});

test.each([
  ['20:59', false],
  ['21:00', true],
  ['00:00', true],
  ['08:59', true],
  ['09:00', false],
])('%s is a quiet hour: %s', (time, quiet) => {
  expect(isQuietHour(at('2026-11-26', time))).toBe(quiet);
});

test.each([
  ['21:00', '2026-11-27'],
  ['23:59', '2026-11-27'],
  ['00:00', '2026-11-26'],
  ['08:59', '2026-11-26'],
])('what is held back at %s leaves at 09:00', (time, day) => {
  expect(quietUntil(at('2026-11-26', time))).toEqual(at(day, '09:00'));
});

test('the religious holidays of the list are those of the Hijri calendar', () => {
  const hijri = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', { day: 'numeric', month: 'numeric' });
  const isFeast = (day: string) => {
    const [month, date] = hijri.format(at(day)).split('/').map(Number) as [number, number];
    return (month === 10 && date <= 3) || (month === 12 && date >= 10 && date <= 13);
  };
  const days = Array.from({ length: 731 }, (_, index) =>
    new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const feasts = days.filter(isFeast);
  expect(feasts).toHaveLength(14);
  expect(feasts.filter((day) => !defaultHolidays.includes(day))).toEqual([]);
});
