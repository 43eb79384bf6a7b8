import { parse } from 'csv-parse/browser/esm/sync';
import type { Cell } from './cells.ts';

/** Lines of a CSV file, of different lengths and with stray quotes as banks write them. */
export const readCsv = (text: string, delimiter: string): Cell[][] =>
  parse(text, { delimiter, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
