import { expect, test } from 'vitest';
import type { DoorParticipant } from '../../../src/contract/door.ts';
import { findPeople, readCode, sumOrder, withQueue } from '../../../src/web/door/door.ts';

const person = (id: string, name: string, open = 0): DoorParticipant => ({
  ...{ id, name, surname: 'Işıldak', order_code: 'RFQ2BEU2', open, status: 'reserved', checked_in_at: null },
});

test('a code is read from a ticket, from the address of its page and as it is typed', () => {
  const code = 'ABCDEFGHJK23456789MN';
  for (const text of [code, ` ${code.toLowerCase()} `, `https://ornek.com/bilet/${code}?x`, 'ABCDE-FGHJK-23456-789MN'])
    expect(readCode(text)).toBe(code);
  for (const text of ['', 'merhaba', `${code}A`, 'https://ornek.com/', code.replace('A', '0')])
    expect(readCode(text)).toBeUndefined();
});

test('scans that wait count on this device: the first entry stays, an undo takes it back', () => {
  const scan = (seat: string, at: string, undo = false) => ({ nonce: at, product_id: 'p', seat, at, undo });
  const early = '2026-05-10T10:00:00.000Z';
  const late = '2026-05-10T11:00:00.000Z';
  expect(withQueue({ b: 5 }, [scan('a', early), scan('a', late), scan('b', late)])).toEqual({
    a: Date.parse(early),
    b: 5,
  });
  expect(withQueue({ a: 5 }, [scan('a', early, true)])).toEqual({});
  expect(withQueue({ a: 5 }, [scan('a', early, true), scan('a', late)])).toEqual({ a: Date.parse(late) });
});

test('people are found by parts of name and order code, without case and accents, and by what they still owe or miss', () => {
  const people = [person('a', 'Gülşah'), person('b', 'Çağrı', 250)];
  const find = (filter: 'all' | 'expected' | 'unpaid', search = '') =>
    findPeople(people, { a: 1 }, { filter, search }).map(({ id }) => id);
  expect(find('all', 'isildak GULSAH')).toEqual(['a']);
  expect(find('all', 'rfq2')).toEqual(['a', 'b']);
  expect(find('expected')).toEqual(['b']);
  expect(find('unpaid')).toEqual(['b']);
});

test('an order is paid at the door as a whole', () => {
  const people = [person('a', 'Gülşah', 333.34), person('b', 'Çağrı', 333.33), person('c', 'Elif', 333.33)];
  expect(sumOrder(people, people[1]!)).toEqual({ open: 1000, seats: 3 });
  expect(sumOrder([], people[1]!)).toEqual({ open: 333.33, seats: 1 });
});
