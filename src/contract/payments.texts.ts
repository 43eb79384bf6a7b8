/** Sentences that the forms about payments and the API share. */
export const paymentTexts = {
  method: 'Bu ödeme yolu şu anda sunulmuyor.',
  amount: 'Tutar 0’dan büyük olmalıdır.',
  tooMuch: 'Bir siparişe en fazla 20.000.000 lira kaydedilebilir.',
  receivedOn: 'Gelecekteki bir gün yazılamaz.',
  year: 'Yılı dört rakamla yazın.',
  orderId: 'Bu siparişte böyle bir satır yok.',
  reason: 'Lütfen iadenin nedenini yazın.',
  noOrder: 'Hiçbir siparişe ait olmayan kart ödemesi',
  dueAt: 'Lütfen geçerli bir gün ve saat girin.',
  daysBefore: 'Gün sayısı 0 ile 60 arasında bir tam sayı olmalıdır.',
  warnHours: 'Saat sayısı 0 ile 336 arasında bir tam sayı olmalıdır.',
  noMethod: 'En az bir ödeme yolu açık olmalıdır.',
  holidays: 'Tatil günleri YYYY-AA-GG biçiminde bir liste olmalıdır.',
} as const;

export const providerNames: Record<string, string> = { paytr: 'PayTR', iyzico: 'iyzico' };
