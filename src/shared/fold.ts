/** Lower case and without diacritics, for searching: 'ISPARTA', 'ısparta' and 'Isparta' fold to the same. */
export function fold(value: string): string {
  return value.toLocaleLowerCase('tr').replaceAll('ı', 'i').normalize('NFD').replace(/\p{M}/gu, '').trim();
}
