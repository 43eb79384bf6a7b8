/** Sentences that the forms about seats that move and the API share. */
export const waitlistTexts = {
  quantity: 'En az 1, en fazla 10 kişi için sıraya girebilirsiniz.',
  priority: 'Öncelik tam sayı olmalıdır.',
  reason: 'Lütfen iptal nedenini yazın.',
  fullName: 'Lütfen adı ve soyadı girin.',
  consent: 'Devam etmek için aydınlatma metnini onaylamanız gerekir.',
  refund: 'İade tutarı belirtilmelidir.',
  seats: 'Lütfen bu siparişteki kişilerden seçin.',
} as const;
