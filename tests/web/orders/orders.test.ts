import { expect, test } from 'vitest';
import type { Order } from '../../../src/contract/orders.ts';
import {
  hiddenNote,
  isTransferable,
  orderCalendarFile,
  ownSeats,
  seatLabel,
  splitByTime,
} from '../../../src/web/orders/orders.ts';
import { createOrder } from './order.ts';

const order = (date: string, time = '14:00') => createOrder(date, { id: `${date} ${time}`, time });

test('upcoming orders are sorted by date, past ones backwards, and one that starts now is upcoming', () => {
  const now = new Date('2026-06-10T11:00:00Z');
  const days = ['2026-06-10', '2026-01-05', '2026-12-01', '2026-06-09', '2026-07-01'];
  const { upcoming, past } = splitByTime([...days.map((day) => order(day)), order('2026-06-10', '13:59')], now);
  expect(upcoming.map(({ date }) => date)).toEqual(['2026-06-10', '2026-07-01', '2026-12-01']);
  expect(past.map(({ id }) => id)).toEqual(['2026-06-10 13:59', '2026-06-09 14:00', '2026-01-05 14:00']);
});

test('an order cancelled before its day is not upcoming; after it, it is past like the others', () => {
  const now = new Date('2026-06-10T11:00:00Z');
  const cancelled = (day: string): Order => ({ ...order(day), status: 'cancelled' });
  const split = splitByTime([order('2026-07-01'), cancelled('2026-07-02'), cancelled('2026-06-01')], now);
  expect(split.upcoming.map(({ date }) => date)).toEqual(['2026-07-01']);
  expect(split.cancelled.map(({ date }) => date)).toEqual(['2026-07-02']);
  expect(split.past.map(({ date }) => date)).toEqual(['2026-06-01']);
});

test('a line says that its event is off the programme, unless it is cancelled itself', () => {
  const say = (change: Partial<Order>) => hiddenNote(createOrder('2026-12-14', change));
  expect(say({ event_hidden: true })).toContain('programımızdan kaldırıldı');
  expect(say({})).toBeUndefined();
});

test('a seat that was handed on is not the buyer’s own, also where the key of all tickets is lost', () => {
  const seat = { name: 'Ada', surname: 'Su', transfer_until: null, ticket_url: null, checked_in_at: null };
  const participants = [true, false].map((handed_on, index) => ({ ...seat, position: index + 1, handed_on }));
  expect(ownSeats(createOrder('2026-12-14', { participants })).map(({ position }) => position)).toEqual([2]);
  expect(participants.map(seatLabel)).toEqual(['Ada Su (devredildi)', 'Ada Su']);
});

test('seats are handed on until an hour before the start', () => {
  const at = (now: string) => isTransferable(order('2026-12-14'), new Date(now));
  expect([at('2026-12-14T09:59:59.999Z'), at('2026-12-14T10:00:00.000Z')]).toEqual([true, false]);
});

test('the calendar entry of an order has the id and code of the one in its mail', () => {
  const file = orderCalendarFile(order('2026-12-14'), new Date());
  expect(file).toContain('UID:2026-12-14 14:00\r\n');
  expect(file).toContain('DESCRIPTION:Sipariş kodu: K7M2QX9F\r\n');
});
