import { beforeEach, expect, test, vi } from 'vitest';
import type { Checkout } from '../../../src/contract/checkouts.ts';
import { $checkouts } from '../../../src/web/orders/orders.store.ts';
import { changeMethod } from '../../../src/web/orders/paymentMethod.store.ts';
import {
  cancelSeats,
  makeTransfer,
  renameParticipant,
  withdrawTransfer,
} from '../../../src/web/orders/seatChanges.store.ts';
import { watchToasts } from '../browser.ts';
import { createOrder } from './order.ts';

const person = {
  name: 'Ada',
  surname: 'Su',
  ticket_url: null,
  transfer_until: null,
  handed_on: false,
  checked_in_at: null,
};
const ada = { ...person, position: 1 };
const can = { ...person, position: 2, name: 'Can' };
const order = createOrder('2199-01-07', { participants: [ada, can] });
const checkoutOf = (change = {}, method = 'transfer') =>
  ({ code: 'K7M2QX9F', method, orders: [{ ...order, ...change }] }) as Checkout;

/** What the server holds; undefined while nobody reaches it. */
let held: Checkout | undefined;
/** What it answers to a change; undefined where the answer is lost. */
let answer: object | undefined;
let status: number;
let toasts: ReturnType<typeof watchToasts>;
/** The sentence of the last notice. */
const said = () => toasts.at(-1)?.text;

beforeEach(() => {
  $checkouts.set({ state: 'loaded', value: [checkoutOf()] });
  answer = undefined;
  status = 200;
  toasts = watchToasts();
  vi.stubGlobal('localStorage', { getItem: () => 'token' });
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    const reply = method === 'GET' ? held && [held] : answer;
    if (!reply) throw new TypeError('no network');
    return Response.json(reply, { status: method === 'GET' ? 200 : status });
  });
});

test('a change that was made, and whose answer was lost, is said to be made and shown', async () => {
  held = checkoutOf({}, 'onsite');
  await changeMethod('K7M2QX9F', 'onsite');
  expect(said()).toBe('Ödeme yolunuz değişti.');
  held = checkoutOf({ participants: [{ ...ada, surname: 'Sulu' }, can] });
  expect(await renameParticipant(order, 1, ' Ada Sulu')).toBeUndefined();
  expect(said()).toBe('Ad düzeltildi.');
  held = checkoutOf({ participants: [can] });
  expect(await cancelSeats(order, [1], 0)).toEqual({ done: true });
  held = checkoutOf({ status: 'cancelled', participants: [] });
  expect(await cancelSeats(order, undefined, 0)).toEqual({ done: true });
  expect($checkouts.get()).toEqual({ state: 'loaded', value: [held] });
});

test.each([
  ['was not made', checkoutOf()],
  ['is not heard of', undefined],
])('a change that %s is said to have failed, and the orders stay with the dialog', async (_, value) => {
  held = value;
  await changeMethod('K7M2QX9F', 'onsite');
  expect(said()).toBe('Ödeme yolu değiştirilemedi. Bağlantınızı kontrol edip tekrar deneyin.');
  expect(await renameParticipant(order, 1, 'Ada Sulu')).toMatchObject({ message: expect.stringContaining('duruyor') });
  expect(await cancelSeats(order, [1], 0)).toMatchObject({ failed: expect.stringContaining('İptal edilemedi.') });
  expect($checkouts.get()).toEqual({ state: 'loaded', value: [checkoutOf()] });
});

test('a way to pay that is offered no more leaves the orders once it is refused', async () => {
  held = { ...checkoutOf(), methods: ['transfer'] };
  status = 422;
  answer = { code: 'invalid', message: 'Eksik.', fields: { method: 'Bu ödeme yolu şu anda sunulmuyor.' } };
  await changeMethod('K7M2QX9F', 'onsite');
  expect(said()).toBe('Ödeme yolu değiştirilemedi. Bu ödeme yolu şu anda sunulmuyor.');
  expect($checkouts.get()).toEqual({ state: 'loaded', value: [held] });
});

test('the link that hands a seat on is shown where the orders do not come after it', async () => {
  held = undefined;
  answer = { url: 'https://ornek.com/devir/a', expires_at: '2199-01-07T10:00:00.000Z' };
  expect(await makeTransfer(order, 1)).toEqual(answer);
  await vi.waitFor(() => expect($checkouts.get().state).toBe('loaded'));
});

test('the orders come again after a refusal, which is said beside the dialogs of a line that is over', async () => {
  const refusal = { code: 'conflict', message: 'Bu sipariş iptal edilmiş.', fields: {} };
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    method === 'GET' ? Response.json([held]) : Response.json(refusal, { status: 409 }),
  );
  const changes = [
    () => makeTransfer(order, 1).catch(() => {}),
    () => withdrawTransfer(order, 1).catch(() => {}),
    () => cancelSeats(order, [1], 0),
  ];
  for (const change of changes) {
    for (const [now, sentence] of [
      [{ participants: [can] }, undefined],
      [{ status: 'cancelled' }, refusal.message],
      [{ date: '2020-01-07' }, refusal.message],
    ] as const) {
      $checkouts.set({ state: 'loaded', value: [checkoutOf()] });
      toasts.length = 0;
      held = checkoutOf(now);
      await change();
      expect($checkouts.get()).toEqual({ state: 'loaded', value: [held] });
      expect(said()).toBe(sentence);
    }
  }
});
