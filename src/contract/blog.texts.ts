/** Sentences that the form of a post and the API share. */
export const blogTexts = {
  title: 'Lütfen başlık girin.',
  description: 'Lütfen açıklama girin.',
  deleted: 'Blog başarıyla silindi 🗑️',
} as const;
