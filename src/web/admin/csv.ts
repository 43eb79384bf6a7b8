import { saveFile } from '../ui/saveFile.ts';

/** A spreadsheet takes a cell that starts so for a formula, also one that a stranger typed into a form. */
const formulaStart = /^[=+\-@\t\r]/;

/** One cell: what would be a formula is made text, quotes where the cell needs them. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = formulaStart.test(value) ? `'${value}` : value;
  return /[";\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as a file that Turkish Excel opens right: UTF-8 with its mark, semicolons, comma decimals, CRLF. */
export function toCsv(head: string[], rows: (string | number)[][]): string {
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
}

/** Hands rows over as such a file. */
export const saveCsv = (name: string, csv: string): void => saveFile(name, csv, 'text/csv');

const dayAndTime = new Intl.DateTimeFormat('tr-TR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Istanbul',
});
/** An instant as `14.12.2026 09:30` in Istanbul. */
export const formatInstant = (instant: string): string => dayAndTime.format(new Date(instant));

/** `2026-12-14` as a Turkish spreadsheet reads a day. */
export const formatShortDay = (date: string): string => date.split('-').reverse().join('.');
