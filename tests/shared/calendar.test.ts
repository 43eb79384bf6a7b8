import { describe, expect, test } from 'vitest';
import { type CalendarEntry, calendarFile } from '../../src/shared/calendar.ts';

const entry: CalendarEntry = {
  uid: '6f2cbe6c-58a3-4bd3-9f19-6e6b4a3e0001',
  title: 'Drama',
  date: '2026-12-14',
  time: '14:00',
  location: 'Merkez',
};
const file = (change: Partial<CalendarEntry> = {}) =>
  calendarFile([{ ...entry, ...change }], new Date('2026-11-01T09:30:00.123Z'));

describe('a calendar file', () => {
  test('holds day and time in Istanbul, with the time zone', () => {
    const lines = file().split('\r\n');
    expect(lines).toContain('DTSTART;TZID=Europe/Istanbul:20261214T140000');
    expect(lines).toContain('DTSTAMP:20261101T093000Z');
    expect(lines).toContain(`UID:${entry.uid}`);
    expect(lines.indexOf('TZID:Europe/Istanbul')).toBeGreaterThan(lines.indexOf('BEGIN:VTIMEZONE'));
    expect(lines).toContain('TZOFFSETTO:+0300');
    expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
  });

  test('ends after the duration, also on the next day, and says when an entry changed', () => {
    const lines = file({ time: '23:30', duration_minutes: 90, changed: new Date('2026-10-01T00:00:00Z') }).split(
      '\r\n',
    );
    expect(lines).toContain('DTSTART;TZID=Europe/Istanbul:20261214T233000');
    expect(lines).toContain('DTEND;TZID=Europe/Istanbul:20261215T010000');
    expect(lines).toContain('DTSTAMP:20261001T000000Z');
    expect(file()).not.toContain('DTEND');
  });

  test('escapes commas, semicolons, backslashes and line breaks', () => {
    expect(file({ title: 'a, b; c\\d\ne\r\nEND:VEVENT' })).toContain('SUMMARY:a\\, b\\; c\\\\d\\ne\\nEND:VEVENT\r\n');
  });

  test('folds long lines at 75 octets without splitting a character', () => {
    const title = 'Işıltılı çocukluk güncesi 🎭 '.repeat(12).trim();
    const text = file({ title });
    for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`);
  });

  test('holds every product of a checkout once', () => {
    const text = calendarFile([entry, { ...entry, uid: 'b', description: 'Sipariş kodu: ABC' }], new Date());
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
    expect(text).toContain('DESCRIPTION:Sipariş kodu: ABC\r\n');
  });
});
