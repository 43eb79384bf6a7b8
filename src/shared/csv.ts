/** Spreadsheets run a cell that starts like this as a formula, even one that a visitor typed into a form. */
const formulaStart = /^(?!-\d+,\d+$)[=+\-@\t\r]/;

/** One cell: a formula is escaped, quotes are added where needed. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = formulaStart.test(value) ? `'${value}` : value;
  return /[";\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV for Turkish Excel: UTF-8 with a byte order mark, semicolons, decimal commas, CRLF. */
export function toCsv(head: string[], rows: (string | number)[][]): string {
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
}
