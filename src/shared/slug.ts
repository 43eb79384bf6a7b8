const turkish: Record<string, string> = {
  ç: 'c',
  ğ: 'g',
  ı: 'i',
  İ: 'i',
  ö: 'o',
  ş: 's',
  ü: 'u',
  Ç: 'c',
  Ğ: 'g',
  I: 'i',
  Ö: 'o',
  Ş: 's',
  Ü: 'u',
};

/** Makes a slug: Turkish letters to ASCII, lower case, blanks to hyphens, the rest dropped (docs/rules.md, slugs). */
export function toSlug(title: string): string {
  return title
    .replace(/[çğıİöşüÇĞIÖŞÜ]/g, (letter) => turkish[letter] ?? letter)
    .normalize('NFD')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\w-]/g, '')
    .replace(/-{2,}/g, '-')
    .slice(0, 180)
    .replace(/^-|-$/g, '');
}

/** The end of a counselling service's address, where no other service has the same. */
export const serviceSlug = (title: string): string => toSlug(title) || 'hizmet';
