import type { Order } from '../../../src/contract/orders.ts';

/** A reserved line of one seat. */
export const createOrder = (date: string, change: Partial<Order> = {}): Order => ({
  id: date,
  code: 'K7M2QX9F',
  event_title: 'Drama',
  date,
  time: '14:00',
  duration_minutes: 120,
  location: 'Merkez',
  quantity: 1,
  unit_price: 650,
  price: 650,
  status: 'reserved',
  participants: [],
  sequence: 0,
  event_cancelled: false,
  event_hidden: false,
  decide_until: null,
  buyer_email: null,
  created_at: '2026-11-01T00:00:00.000Z',
  ...change,
});
