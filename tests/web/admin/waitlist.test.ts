import { expect, test } from 'vitest';
import { entryLabel } from '../../../src/web/admin/waitlist/waitlist.ts';

const now = new Date('2026-11-22T09:00:00.000Z');

test('an entry says its state, an offer its clock', () => {
  const label = (state: Parameters<typeof entryLabel>[0]['state'], offer_until: string | null = null) =>
    entryLabel({ state, offer_until }, now).text;
  expect(label('waiting')).toBe('bekliyor');
  expect(label('offered', '2026-11-22T12:30:00.000Z')).toBe('yer sunuldu · 3 saat 30 dakika kaldı');
  expect(label('offered', '2026-11-22T08:00:00.000Z')).toBe('yer sunuldu, süresi doldu');
  expect(label('declined')).toBe('vazgeçti');
});
