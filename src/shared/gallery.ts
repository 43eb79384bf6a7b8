// Rules of photo sets without the schema library, so that the browser can import them (docs/rules.md, gallery).

export const galleryCategories = ['Danışmanlık', 'Koçluk', 'Atölyeler'] as const;

export const maxGalleryImages = 7;

/** Shown for every missing field and for too many pictures. */
export const galleryRefusal = '❗ Lütfen tüm alanları doldurun ve en fazla 7 görsel seçin.';
