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
  status: 'Lütfen durumu seçin.',
  draftSold: 'Yeri satılmış bir atölye taslağa alınamaz.',
  dates: 'Lütfen en az bir tarih seçin.',
  questionKind: 'Lütfen sorunun türünü seçin.',
  vatRate: 'KDV oranı 0 ile 100 arasında bir tam sayı olmalıdır.',
} as const;
