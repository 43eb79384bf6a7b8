import { expect, test } from 'vitest';
import type { WaitlistEntry } from '../../../src/contract/waitlist.ts';
import { joinAddress, readJoinAddress } from '../../../src/web/waitlist/joinAddress.ts';
import { endedWords, joinTerms, placeWord, sortEntries, timeLeft } from '../../../src/web/waitlist/waitlist.ts';

const entry = (id: string, change: Partial<WaitlistEntry>): WaitlistEntry => ({
  id,
  product_id: `product-${id}`,
  event_title: id,
  date: '2027-01-09',
  time: '15:00',
  location: 'Merkez',
  quantity: 1,
  state: 'waiting',
  position: 1,
  offer_until: null,
  joined_at: '2026-11-22T10:00:00.000Z',
  ...change,
});

test('the clock counts hours, then minutes of the last hour, and ends', () => {
  const until = '2026-11-23T11:40:00.000Z';
  const at = (moment: string) => timeLeft(until, new Date(moment));
  expect(at('2026-11-22T14:00:00.000Z')).toEqual({
    value: '21.40',
    unit: 'saat kaldı',
    spoken: '21 saat 40 dakika',
    share: 1300 / 1440,
    over: false,
  });
  expect(at('2026-11-22T01:00:00.000Z')).toMatchObject({ value: '34.40', share: 1 });
  expect(at('2026-11-23T10:40:00.000Z')).toMatchObject({ value: '1.00', spoken: '1 saat' });
  expect(at('2026-11-23T10:41:00.000Z')).toMatchObject({ value: '59', unit: 'dakika kaldı', spoken: '59 dakika' });
  expect(at('2026-11-23T11:39:30.000Z')).toMatchObject({ value: '1', over: false });
  expect(at('2026-11-23T12:00:00.000Z')).toMatchObject({ value: '0', spoken: '0 dakika', share: 0, over: true });
});

test('entries are offers by the end of their time, waiting ones by start, and ended ones', () => {
  const { offers, waiting, ended } = sortEntries([
    entry('late', { state: 'offered', offer_until: '2026-11-24T10:00:00.000Z' }),
    entry('february', { date: '2027-02-01' }),
    entry('left', { state: 'left' }),
    entry('soon', { state: 'offered', offer_until: '2026-11-23T10:00:00.000Z' }),
    entry('january', {}),
    entry('taken', { state: 'taken' }),
  ]);
  expect(offers.map(({ id }) => id)).toEqual(['soon', 'late']);
  expect(waiting.map(({ id }) => id)).toEqual(['january', 'february']);
  expect(ended.map(({ id }) => id)).toEqual(['left', 'taken']);
  // The practice may have closed the line.
  expect(endedWords.left).toBe('Artık sırada değilsiniz');
});

test('a sold-out card says the place in line while there is one', () => {
  expect(placeWord(entry('a', { position: 3 }))).toBe('Sırada 3.');
  expect(placeWord(entry('a', { state: 'offered', position: null }))).toBe('Sıra sizde');
  expect(placeWord(entry('a', { state: 'lapsed', position: null }))).toBeUndefined();
});

test('several seats are promised together or not at all', () => {
  expect(joinTerms(2)).toContain('2 yer ya birlikte verilir ya hiç.');
  expect(joinTerms(1)).not.toContain('birlikte');
});

test('a guest comes back from signing in to the same page with the same question', () => {
  const list = { pathname: '/products', search: '?kategori=Drama' };
  const address = joinAddress(list, 'golgeyle-oyun', 2);
  const { pathname, search } = new URL(address, 'https://ornek.com');
  expect(readJoinAddress({ pathname, search })).toEqual({
    slug: 'golgeyle-oyun',
    quantity: 2,
    rest: '/products?kategori=Drama',
  });
  expect(readJoinAddress(list)).toBeUndefined();
  expect(readJoinAddress({ pathname: '/products', search: '?sira=a&yer=x' })?.quantity).toBe(1);
});
