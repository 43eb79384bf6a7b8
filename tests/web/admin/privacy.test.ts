import { expect, test } from 'vitest';
import { erasureMessage } from '../../../src/web/admin/privacy/privacy.ts';

const said = (counts: Record<string, number>) => erasureMessage({ email: 'deniz@ornek.com', counts });

test('an erasure says what is gone, what stays without the person, and which seats are free', () => {
  expect(said({ account: 1, orders: 2, seats: 3, enquiries: 4, comments: 0, mails: 1 })).toBe(
    'deniz@ornek.com: 1 hesap, 4 mesaj, 1 bekleyen e-posta silindi; 2 sipariş kişisiz kaldı; 3 yaklaşan yer boşaltıldı.',
  );
  expect(said({ account: 0, orders: 2 })).toBe('deniz@ornek.com: 2 sipariş kişisiz kaldı.');
  expect(said({ comments: 1 })).toBe('deniz@ornek.com: 1 yorum silindi.');
  expect(said({ account: 0 })).toBe('deniz@ornek.com için kayıtlı veri bulunamadı.');
});
