/** Sentences that the form of a counselling service and the API share. */
export const consultingTexts = {
  missing: 'Başlık ve açıklama zorunludur.',
  image: 'Lütfen bir görsel seçin.',
} as const;
