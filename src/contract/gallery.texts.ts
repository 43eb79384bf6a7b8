/** Sentences that the screen of the gallery and the API share. */
export const galleryTexts = {
  deleted: '🗑️ Görsel başarıyla silindi.',
} as const;
