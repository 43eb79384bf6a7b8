/** Sentences that the enquiry forms and the API share. */
export const enquiryTexts = {
  message: 'Lütfen mesajınızı yazın.',
  type: 'Lütfen görüşme tipini (Online / Yüz yüze) seçin.',
  consent: 'Devam etmek için açık rıza metnini onaylamanız gerekir.',
  deleted: 'Mesaj silindi.',
} as const;
