/** A spreadsheet takes a cell that starts so for a formula, also one that a stranger typed into a form. */
const formula = /^[=+\-@\t\r]/;

/** One cell: what would be a formula is made text, quotes where the cell needs them. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = formula.test(value) ? `'${value}` : value;
  return /[";\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as a file that Turkish Excel opens right: UTF-8 with its mark, semicolons, comma decimals, CRLF. */
export function toCsv(head: string[], rows: (string | number)[][]): string {
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
}

/** `+905321234567` as people write it, which no spreadsheet takes for a sum. */
export function readablePhone(phone: string | null): string {
  const turkish = /^\+90(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(phone ?? '');
  return turkish ? `0${turkish.slice(1).join(' ')}` : (phone ?? '');
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download reads it after the click returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
