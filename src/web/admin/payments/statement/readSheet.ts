import { read, SSF, type WorkBook } from '@e965/xlsx';
import { type Cell, lengthenYears, parseDay } from './cells.ts';

const twoDigits = (value: number) => String(value).padStart(2, '0');

type Sheet = WorkBook['Sheets'][string];

/** More columns than any statement has. */
const maxColumns = 250;

/**
 * Cells of a sheet, without rows that are not there: one cell at its far end makes a million of them, or of columns. A
 * number in a date's format becomes its day.
 */
function readRows(sheet: Sheet): Cell[][] {
  const rows = (sheet['!data'] ?? []) as ({ t: string; v?: unknown; z?: string | number } | undefined)[][];
  return Object.values(rows).map((row) =>
    Array.from(row.slice(0, maxColumns), (cell): Cell => {
      if (!cell || cell.v === undefined || cell.t === 'e' || cell.t === 'z') return null;
      if (typeof cell.v !== 'number') return String(cell.v);
      if (!cell.z || !SSF.is_date(String(cell.z))) return cell.v;
      const { y, m, d } = SSF.parse_date_code(cell.v);
      return `${twoDigits(d)}.${twoDigits(m)}.${y}`;
    }),
  );
}

const countDays = (rows: Cell[][]) => lengthenYears(rows).filter((row) => row.some(parseDay)).length;

/** Cells of the sheet with most days: the account may have one of its own. */
const toCells = ({ SheetNames, Sheets }: WorkBook): Cell[][] =>
  SheetNames.flatMap((name) => (Sheets[name] ? [readRows(Sheets[name])] : [])).reduce(
    (best, rows) => (countDays(rows) > countDays(best) ? rows : best),
    [] as Cell[][],
  );

const options = { dense: true, cellNF: true, cellFormula: false, cellHTML: false, cellText: false } as const;

/** A workbook in .xlsx or old .xls. */
export const readSheet = (bytes: Uint8Array): Cell[][] => toCells(read(bytes, { ...options, type: 'array' }));

/** Turkish letters that pages write by name. */
const named: Record<string, string> = {
  ...{ Ccedil: 'Ç', ccedil: 'ç', Gbreve: 'Ğ', gbreve: 'ğ', Idot: 'İ', imath: 'ı', Ouml: 'Ö', ouml: 'ö' },
  ...{ Scedil: 'Ş', scedil: 'ş', Uuml: 'Ü', uuml: 'ü', Acirc: 'Â', acirc: 'â', Icirc: 'Î', icirc: 'î' },
};

/** Letters instead of their numbers and names, which the reader leaves; not the signs of the markup itself. */
const decodeLetters = (text: string): string =>
  text
    .replace(/&#(?:x([\da-f]{1,5})|(\d{1,6}));/gi, (written, hex?: string, decimal?: string) => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code >= 0xa0 && code <= 0xffff ? String.fromCharCode(code) : written;
    })
    .replace(/&(\w+);/g, (written, name: string) => named[name] ?? written);

/**
 * Reads an HTML page with tables, which banks name .xls, or the XML of old Excel. Starts at the first table, because
 * the reader takes some beginnings for CSV. Amounts stay text, because it would read them as English ones.
 */
export function readMarkup(text: string): Cell[][] {
  const isWorkbook = /<(?:\w+:)?Workbook\b/.test(text);
  const at = isWorkbook ? 0 : text.search(/<table\b/i);
  return at < 0 ? [] : toCells(read(decodeLetters(text.slice(at)), { ...options, type: 'string', raw: true }));
}
