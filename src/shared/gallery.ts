// What the form and the API both hold a photo set to, without the schema library, for the browser.

/** Categories offered for photo sets (SPEC.md 3). */
export const galleryCategories = ['Danışmanlık', 'Koçluk', 'Atölyeler'] as const;

/** Pictures of one set (SPEC.md 9). */
export const galleryImageLimit = 7;

/** What SPEC.md 5 says to whatever is missing or too much. */
export const galleryRefusal = '❗ Lütfen tüm alanları doldurun ve en fazla 7 görsel seçin.';
