/** Sentences that the form of a counselling service and the API share. */
export const consultingTexts = {
  missing: 'Başlık ve açıklama zorunludur.',
  deleted: 'Silindi',
} as const;
