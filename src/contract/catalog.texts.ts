/** Sentences that the forms of products and categories and the API share. */
export const catalogTexts = {
  title: 'Lütfen başlık girin.',
  description: 'Lütfen açıklama girin.',
  stock: 'Kontenjan 0 ya da daha büyük bir tam sayı olmalıdır.',
  location: 'Lütfen konum girin.',
  category: 'Lütfen kategori seçin.',
  images: '❗ Lütfen iki görseli de seçin.',
  categoryName: 'Lütfen kategori adını girin.',
  withdrawal: 'Lütfen cayma hakkını seçin.',
  questionKind: 'Lütfen sorunun türünü seçin.',
  vatRate: 'KDV oranı 0 ile 100 arasında bir tam sayı olmalıdır.',
} as const;
