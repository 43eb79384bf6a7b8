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
        vat_rate: 20,
        participants: [
          { name: 'Ada', surname: 'Er', email: null },
          { name: 'Ege', surname: 'Er', email: 'ege@ornek.com', checked_in_at: '2026-11-22T08:00:00.000Z' },
        ],
        terms_hash: 'ab12',
      },
    ],
    documents: [{ title: 'Sözleşme', html: '<p>Uzun</p>' }],
    refunds: [{ amount: 650, state: 'asked', reason: 'asked' }],
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
          { label: 'Bilet fiyatı', text: '650\u00a0₺' },
          { label: 'Durum', text: 'yer ayrıldı' },
          { label: 'KDV oranı', text: '%20' },
          {
            label: 'Katılımcılar',
            text: 'Ada Er\nEge Er (E-posta: ege@ornek.com, Kapıdan giriş: 22 Kasım 2026, 11.00)',
          },
        ],
      ],
    },
    {
      title: 'İadeler',
      rows: [
        [
          { label: 'Tutar', text: '650\u00a0₺' },
          { label: 'Durum', text: 'yapılacak' },
          { label: 'Neden', text: 'asked' },
        ],
      ],
    },
    {
      title: 'Sipariş belgeleri',
      rows: [
        [
          { label: 'Başlık', text: 'Sözleşme' },
          { label: 'Metin', text: 'verilerim.json dosyasında' },
        ],
      ],
    },
    { title: 'later_kind', rows: [[{ label: 'new_field', text: 'x' }]] },
  ]);
});
