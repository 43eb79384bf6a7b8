import { expect, test } from 'vitest';
import { readDataCopy } from '../../src/web/account/dataCopy.ts';

test('the copy for reading says every value in Turkish, without identifiers and empty kinds', () => {
  const copy = {
    exported_at: '2026-11-22T08:00:00.000Z',
    account: { id: '7f6e', name: 'Ege', email: 'ege@ornek.com', phone_number: null, has_password: true },
    sessions: [],
    orders: [
      {
        id: '1',
        code: 'K7MPX2QR',
        unit_price: 650,
        status: 'reserved',
        participants: [{ name: 'Ada', surname: 'Er', email: null }],
        terms_hash: 'ab12',
      },
    ],
    later_kind: [{ new_field: 'x' }],
  };
  expect(readDataCopy(copy)).toEqual([
    {
      title: 'Hesap',
      rows: [
        [
          { label: 'Ad', text: 'Ege' },
          { label: 'E-posta', text: 'ege@ornek.com' },
          { label: 'Şifre var', text: 'evet' },
        ],
      ],
    },
    {
      title: 'Siparişler',
      rows: [
        [
          { label: 'Sipariş kodu', text: 'K7MPX2QR' },
          { label: 'Bilet fiyatı', text: '650 ₺' },
          { label: 'Durum', text: 'yer ayrıldı' },
          { label: 'Katılımcılar', text: 'Ada Er' },
        ],
      ],
    },
    { title: 'later_kind', rows: [[{ label: 'new_field', text: 'x' }]] },
  ]);
});
