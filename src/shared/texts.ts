// Sentences that forms and the API share in several rooms. Without the schema library, so that browsers import them.

export const requiredText = 'Bu alan zorunludur.';

export const personTexts = { name: 'Lütfen adınızı girin.', surname: 'Lütfen soyadınızı girin.' } as const;

export const emailTexts = {
  missing: 'Lütfen e-posta girin.',
  wrong: 'Lütfen geçerli bir e-posta adresi girin.',
} as const;

export const phoneTexts = {
  missing: 'Lütfen telefon numaranızı girin.',
  wrong: 'Lütfen geçerli bir telefon numarası girin (örneğin 0532 000 00 00).',
} as const;

export const timeTexts = { date: 'Lütfen geçerli bir tarih girin.', time: 'Lütfen geçerli bir saat girin.' } as const;

export const pictureTexts = { missing: 'Lütfen bir görsel seçin.' } as const;

/** Of prices and other sums: they name no field, as its label differs. */
export const moneyTexts = {
  wrong: 'Lütfen lira olarak bir sayı girin.',
  negative: '0’dan küçük olamaz.',
  tooHigh: (maxLira: number) => `En fazla ${maxLira.toLocaleString('tr')} lira olabilir.`,
  decimals: 'En fazla iki ondalık basamak yazabilirsiniz.',
} as const;
