// Sentences that forms and the API share in several rooms. Without the schema library, so that browsers can import them.

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

export const priceTexts = {
  wrong: 'Lütfen geçerli bir ücret girin.',
  negative: 'Ücret negatif olamaz.',
  tooHigh: 'Ücret en fazla 1.000.000 lira olabilir.',
} as const;
