/** Folds a text for searching: Turkish lower case without accents. 'ISPARTA', 'ısparta' and 'Isparta' become equal. */
export function fold(value: string): string {
  return value
    .toLocaleLowerCase('tr')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[\p{M}\u200c\u200d]/gu, '')
    .trim();
}

/** The words of a text, folded: runs of letters and digits. */
export const foldWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Turkish lower case that keeps the letters: 'ÇAM' and 'Çam' become equal, 'Cam' stays another word. In other languages
 * 'İ' becomes 'i' with a dot of its own, which counts as 'i'.
 */
export const foldCase = (value: string): string =>
  value.normalize('NFC').toLocaleLowerCase('tr').replaceAll('i\u0307', 'i').trim();
