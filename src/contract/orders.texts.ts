/** Sentences that the checkout and the API share. */
export const orderTexts = {
  namesMissing: '❗ Lütfen tüm katılımcı adlarını eksiksiz girin.',
} as const;
