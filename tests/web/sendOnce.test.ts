import { expect, test, vi } from 'vitest';
import { CallError } from '../../src/web/http.ts';
import { bookOnce, sendDraftOnce } from '../../src/web/sendOnce.ts';
import { storageOf } from './browser.ts';

/** Books payments by reference as the API does. While `isLost` their answers do not arrive. */
function openLedger() {
  const booked: string[] = [];
  const state = { isLost: false };
  const send = async (reference: string) => {
    if (booked.includes(reference)) throw new CallError(409, { code: 'payment_exists' });
    booked.push(reference);
    if (state.isLost) throw new CallError(0, {});
    return booked.length;
  };
  return { booked, state, send };
}

test('a payment whose answer was lost is booked once when it is sent again, the same one later once more', async () => {
  const { booked, state, send } = openLedger();
  state.isLost = true;
  await expect(bookOnce('A 650', send)).rejects.toThrow(CallError);
  state.isLost = false;
  expect(await bookOnce('A 650', send)).toBeUndefined();
  expect(booked).toHaveLength(1);
  expect(await bookOnce('A 650', send)).toBe(2);
});

test('a refusal in between says nothing of it: signed in again, it is still booked once', async () => {
  const { booked, state, send } = openLedger();
  const refuse = async () => Promise.reject(new CallError(401, { code: 'unauthenticated' }));
  state.isLost = true;
  await expect(bookOnce('B 10', send)).rejects.toThrow(CallError);
  state.isLost = false;
  await expect(bookOnce('B 10', refuse)).rejects.toThrow(CallError);
  expect(await bookOnce('B 10', send)).toBeUndefined();
  expect(booked).toHaveLength(1);
});

test('what a draft was sent as keeps its key over a reload until it is answered', async () => {
  vi.stubGlobal('sessionStorage', storageOf(new Map()));
  const keys: string[] = [];
  const send = async (headers: { 'idempotency-key': string }) => keys.push(headers['idempotency-key']);
  const lose = async (headers: { 'idempotency-key': string }) => {
    await send(headers);
    throw new CallError(0, {});
  };
  await expect(sendDraftOnce('service', lose)).rejects.toThrow(CallError);
  vi.resetModules();
  const reloaded = await import('../../src/web/sendOnce.ts');
  await reloaded.sendDraftOnce('service', send);
  await reloaded.sendDraftOnce('service', send);
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});
