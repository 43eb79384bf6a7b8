import { expect, test } from 'vitest';
import {
  emptyMessage,
  erasureMessage,
  personError,
  removedSentence,
  toBody,
} from '../../../src/web/admin/privacy/privacy.ts';

const said = (counts: Record<string, number>) => erasureMessage({ person: 'deniz@ornek.com', counts });

test('an erasure says what is gone, what stays without the person, and which seats are free', () => {
  expect(said({ account: 1, orders: 2, seats: 3, enquiries: 4, comments: 0, mails: 1 })).toBe(
    'deniz@ornek.com: 1 hesap, 4 mesaj, 1 bekleyen e-posta silindi; 2 sipariş kişisiz kaldı; 3 yaklaşan yer boşaltıldı.',
  );
  expect(said({ account: 0, orders: 2 })).toBe('deniz@ornek.com: 2 sipariş kişisiz kaldı.');
  expect(said({ comments: 1 })).toBe('deniz@ornek.com: 1 yorum silindi.');
  expect(said({ account: 0 })).toBe('deniz@ornek.com için kayıtlı veri bulunamadı.');
});

test('an address or a telephone number names a person, nothing else does', () => {
  expect(
    ['deniz@ornek.com', '0534 765 43 21', '+49 30 123456', '', 'Deniz', '12'].map((typed) => !personError(typed)),
  ).toEqual([true, true, true, false, false, false]);
  expect(toBody('deniz@ornek.com')).toEqual({ email: 'deniz@ornek.com' });
  expect(toBody('0534 765 43 21')).toEqual({ phone_number: '0534 765 43 21' });
});

test('what is said of a telephone number names no account', () => {
  expect(removedSentence('0534 765 43 21')).not.toContain('Hesap');
  expect(emptyMessage('0534 765 43 21')).toContain('bu numarayla girilmiş sipariş yok');
  expect(emptyMessage('deniz@ornek.com')).toContain('bu adresle ilgili hiçbir veri');
});
