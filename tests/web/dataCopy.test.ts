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
  const seen = readDataCopy(copy).map(({ title, rows }) => [
    title,
    ...rows.map((row) => Object.fromEntries(row.map(({ label, text }) => [label, text]))),
  ]);
  expect(seen).toEqual([
    ['Hesap', { Ad: 'Ege', 'E-posta': 'ege@ornek.com', 'Şifre var': 'evet' }],
    [
      'Siparişler',
      {
        'Sipariş kodu': 'K7MPX2QR',
        'Bilet fiyatı': '650\u00a0₺',
        Durum: 'yer ayrıldı',
        'KDV oranı': '%20',
        Katılımcılar: 'Ada Er\nEge Er (E-posta: ege@ornek.com, Kapıdan giriş: 22 Kasım 2026, 11.00)',
      },
    ],
    ['İadeler', { Tutar: '650\u00a0₺', Durum: 'yapılacak', Neden: 'asked' }],
    ['Sipariş belgeleri', { Başlık: 'Sözleşme', Metin: 'verilerim.json dosyasında' }],
    ['later_kind', { new_field: 'x' }],
  ]);
});
