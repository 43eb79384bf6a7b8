import { read, SSF, type WorkBook } from '@e965/xlsx';
import type { Cell } from './cells.ts';

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Cells of the first sheet that has any. A number in a date's format becomes its day. */
function toCells({ SheetNames, Sheets }: WorkBook): Cell[][] {
  const sheet = SheetNames.map((name) => Sheets[name]).find((each) => each?.['!ref']);
  const rows = (sheet?.['!data'] ?? []) as ({ t: string; v?: unknown; z?: string | number } | undefined)[][];
  return Array.from(rows, (row) =>
    Array.from(row ?? [], (cell): Cell => {
      if (!cell || cell.v === undefined || cell.t === 'e' || cell.t === 'z') return null;
      if (typeof cell.v !== 'number') return String(cell.v);
      if (!cell.z || !SSF.is_date(String(cell.z))) return cell.v;
      const { y, m, d } = SSF.parse_date_code(cell.v);
      return `${twoDigits(d)}.${twoDigits(m)}.${y}`;
    }),
  );
}

const options = { dense: true, cellNF: true, cellFormula: false, cellHTML: false, cellText: false } as const;

/** A workbook in .xlsx or old .xls. */
export const readSheet = (bytes: Uint8Array): Cell[][] => toCells(read(bytes, { ...options, type: 'array' }));

/** A page with a table, which banks name .xls. Its amounts stay text: the reader would take them for English ones. */
export const readMarkup = (text: string): Cell[][] => toCells(read(text, { ...options, type: 'string', raw: true }));
