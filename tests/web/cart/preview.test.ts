import { describe, expect, test, vi } from 'vitest';
import type { OrderPreview } from '../../../src/contract/orders.ts';
import { $preview, loadPreview } from '../../../src/web/cart/preview.store.ts';
import {
  changedDocuments,
  changeSentence,
  describeTimeAndPlace,
  dueMoment,
  withdrawalSentence,
} from '../../../src/web/cart/preview.ts';
import { line as cartLine } from './lines.ts';

type Line = OrderPreview['lines'][number];

const line = (event_title: string, withdrawal: Line['withdrawal']): Line => ({
  id: event_title,
  event_title,
  date: '2026-12-14',
  time: '14:00',
  location: 'Merkez',
  duration_minutes: 120,
  age_from: null,
  age_to: null,
  quantity: 1,
  unit_price: 650,
  price: 650,
  withdrawal,
  question: null,
});

const preview = (first: string, second: string): OrderPreview => ({
  total: 650,
  due_at: '2026-12-11T20:59:59.000Z',
  methods: ['transfer'],
  lines: [line('Drama', 'leisure')],
  documents: [
    { kind: 'pre_information', title: 'Ön bilgilendirme formu', html: '', sha256: first },
    { kind: 'contract', title: 'Mesafeli satış sözleşmesi', html: '', sha256: second },
  ],
  preview_hash: `${first}${second}`,
});

test('a line says its day, hours and place, and the ages where it is not for all', () => {
  const drama = line('Drama', 'leisure');
  expect(describeTimeAndPlace(drama)).toEqual({ day: '14 Aralık Pazartesi', hours: '14.00–16.00', place: 'Merkez' });
  const teens = { ...drama, age_from: 13, age_to: 17 };
  expect(describeTimeAndPlace(teens).place).toBe('Merkez, 13–17 yaş');
});

test('the right of withdrawal is said for every line', () => {
  expect(withdrawalSentence([line('Drama', 'leisure')])).toContain('Cayma hakkı yoktur');
  expect(withdrawalSentence([line('Seminer', 'days_14')])).toContain('14 gün içinde');
  expect(withdrawalSentence([line('Drama', 'leisure'), line('Seminer', 'days_14')])).toBe(
    'Cayma hakkı: Seminer için 14 gün; Drama için yoktur.',
  );
});

describe('changed terms', () => {
  test('name the documents whose words differ', () => {
    const now = preview('a', 'c');
    const changed = changedDocuments(preview('a', 'b'), now);
    expect(changed).toEqual(['contract']);
    expect(changeSentence(now, changed)).toBe('Az önce değişti: Mesafeli satış sözleşmesi.');
  });

  test('say so where no document differs', () => {
    const now = preview('a', 'b');
    expect(changeSentence(now, changedDocuments(now, now))).toBe('Sipariş koşulları az önce değişti.');
    expect(changedDocuments(undefined, now)).toEqual([]);
  });
});

test('a due date has an hour only where it is the start of a workshop', () => {
  expect(dueMoment('2026-11-24T20:59:59.000Z')).toBe('24 Kasım Salı');
  expect(dueMoment('2026-11-24T07:30:00.000Z')).toBe('24 Kasım Salı 10.30');
});

test('a way to pay that is offered no more gives way to the first one that is', async () => {
  const asked: string[] = [];
  vi.stubGlobal('localStorage', { getItem: () => 'token' });
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const { method } = JSON.parse(body as string);
    asked.push(method);
    if (asked.length > 4) throw new TypeError('asked for ever');
    if (method !== 'card') return Response.json(preview('a', 'b'));
    return Response.json({ code: 'invalid', message: 'Kapalı.', fields: { method: 'Kapalı.' } }, { status: 422 });
  });
  await loadPreview([cartLine('p1')], 'card');
  expect(asked).toEqual(['card', undefined]);
  expect($preview.get()).toMatchObject({ loading: false, method: undefined, value: { methods: ['transfer'] } });
});
