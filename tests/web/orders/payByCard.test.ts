import { afterEach, expect, test, vi } from 'vitest';
import { openWindow, storageOf } from '../browser.ts';

afterEach(() => vi.useRealTimers());

test.each([
  ['shown again by Back', () => dispatchEvent(new Event('pageshow')), undefined],
  ['never left, as where its loading was stopped', () => {}, expect.stringContaining('Kart ödemesi açılamadı.')],
])('the page that opens a card can be used again once it is %s', async (_, show, expected) => {
  vi.useFakeTimers();
  openWindow();
  vi.stubGlobal('localStorage', storageOf(new Map([['token', 't1']])));
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('fetch', async () => Response.json({ attempt: 'a1', redirect: 'https://kart.example/odeme' }));
  const { payByCard } = await import('../../../src/web/cards/cardPayment.store.ts');
  const ended = vi.fn();
  void payByCard('S7KX2M9P').then(ended);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([assign.mock.calls, ended.mock.calls]).toEqual([[['https://kart.example/odeme']], []]);
  show();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ended.mock.calls).toEqual([[expected]]);
});

test('a refused card is followed until the same page pays', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('localStorage', storageOf(new Map([['token', 't1']])));
  const checkout = { code: 'S7KX2M9P', state: 'open', card: { attempt: 'a1', state: 'failed' } };
  vi.stubGlobal('fetch', async () => Response.json(checkout));
  const { followCardPayment } = await import('../../../src/web/cards/cardPayment.store.ts');
  const settled = vi.fn();
  followCardPayment({ code: 'S7KX2M9P', state: 'open', card: 'failed' }, settled);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(settled).not.toHaveBeenCalled();
  checkout.state = 'paid';
  checkout.card.state = 'paid';
  await vi.advanceTimersByTimeAsync(20_000);
  expect(settled.mock.calls).toEqual([[checkout]]);
});
