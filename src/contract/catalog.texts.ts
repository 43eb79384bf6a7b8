/** Sentences that the forms of products and categories and the API share. */
export const catalogTexts = {
  title: 'Lütfen başlık girin.',
  description: 'Lütfen açıklama girin.',
  location: 'Lütfen konum girin.',
  category: 'Lütfen kategori seçin.',
  images: '❗ Lütfen iki görseli de seçin.',
  categoryName: 'Lütfen kategori adını girin.',
  withdrawal: 'Lütfen cayma hakkını seçin.',
  status: 'Lütfen durumu seçin.',
  draftSold: 'Yeri satılmış bir atölye taslağa alınamaz.',
  draftCalledOff: 'İptal edilmiş bir atölye taslağa alınamaz.',
  movedCalledOff: 'İptal edilmiş bir atölyenin günü, saati ve konumu değiştirilemez.',
  dates: 'Lütfen en az bir tarih seçin.',
  /** `taken` is the day and hour in words. */
  dateTaken: (taken: string) => `Bu atölye o gün ve saatte zaten var: ${taken}. Lütfen başka bir gün ya da saat seçin.`,
  questionKind: 'Lütfen sorunun türünü seçin.',
  onlineUrl: 'Bağlantı https:// ile başlayan geçerli bir adres olmalıdır.',
  age: 'Yaş 0 ile 120 arasında bir tam sayı olmalıdır.',
  ages: 'En büyük yaş, en küçük yaştan küçük olamaz.',
  product: 'Atölye belirtilmelidir.',
  bring: 'Bu alan metin olmalıdır.',
  categoryDeleted: 'Kategori silindi.',
} as const;

/** Whole numbers of a product: what its form and the API take, and what they say to anything else. */
export const productNumbers = {
  stock: { min: 0, max: 100_000, text: 'Kontenjan 0 ile 100.000 arasında bir tam sayı olmalıdır.' },
  vat_rate: { min: 0, max: 100, text: 'KDV oranı 0 ile 100 arasında bir tam sayı olmalıdır.' },
  duration_minutes: { min: 5, max: 1440, text: 'Süre 5 ile 1440 dakika arasında bir tam sayı olmalıdır.' },
  min_participants: {
    min: 0,
    max: 100_000,
    text: 'En az katılımcı sayısı 0 ile 100.000 arasında bir tam sayı olmalıdır.',
  },
  decide_hours: { min: 0, max: 720, text: 'Karar zamanı başlangıçtan 0 ile 720 saat önce olmalıdır.' },
} as const;
