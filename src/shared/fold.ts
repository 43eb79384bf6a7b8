/** Folds a text for searching: Turkish lower case without accents. 'ISPARTA', 'ısparta' and 'Isparta' become equal. */
export function fold(value: string): string {
  return value.toLocaleLowerCase('tr').replaceAll('ı', 'i').normalize('NFD').replace(/\p{M}/gu, '').trim();
}
