/** Sentences that the screen of the trash and the API share. */
export const trashTexts = {
  destroyed: 'Kalıcı olarak silindi.',
  emptied: 'Çöp kutusu boşaltıldı.',
} as const;
