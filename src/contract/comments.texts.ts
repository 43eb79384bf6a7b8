/** Sentences that the comment form and the API share. */
export const commentTexts = {
  blank: 'Lütfen adınızı ve yorumunuzu yazın.',
  noBlog: 'Blog verisi yüklenmedi. Lütfen bekleyin ve tekrar deneyin.',
  short: 'Yorumunuz en az 2 karakter olmalıdır.',
  deleted: 'Yorum başarıyla silindi.',
} as const;
