import type { Cell } from './cells.ts';

/** Cells of a file, or the sentence that says what is wrong with it. */
type FileCells = { cells: Cell[][]; problem?: undefined } | { cells?: undefined; problem: string };

const startsWith = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, at) => bytes[at] === sign);

/** Text in UTF-8, or in windows-1254 as old Turkish programs write it. */
function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1254').decode(bytes);
  }
}

/** The sign between the columns: the one that most lines have. */
function findDelimiter(text: string): string {
  const lines = text.split(/\r?\n/).slice(0, 40);
  const count = (sign: string) => lines.filter((line) => line.split(sign).length > 2).length;
  // A comma last: it also divides kuruş.
  return [';', '\t', '|', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** Reads a bank's file by what it holds, whatever its name says. The readers are loaded when one is needed. */
export async function readCells(bytes: Uint8Array): Promise<FileCells> {
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46))
    return { problem: 'Bu bir PDF. Bankanızdan hesap hareketlerini Excel (.xlsx, .xls) ya da CSV olarak indirin.' };
  const isXlsx = startsWith(bytes, 0x50, 0x4b);
  const isXls = startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);
  try {
    if (isXlsx || isXls) return { cells: (await import('./readSheet.ts')).readSheet(bytes) };
    const text = decodeText(bytes);
    if (/^\s*</.test(text.replace(/^\ufeff/, ''))) return { cells: (await import('./readSheet.ts')).readMarkup(text) };
    // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes below a blank are what no text has
    if (/[\u0000-\u0008]/.test(text.slice(0, 4000)))
      return { problem: 'Bu dosya bir hesap ekstresi değil. Excel (.xlsx, .xls) ya da CSV dosyası seçin.' };
    return { cells: (await import('./readCsv.ts')).readCsv(text, findDelimiter(text)) };
  } catch {
    return {
      problem: 'Dosya okunamadı: bozuk ya da şifreli olabilir. Excel (.xlsx, .xls) ya da CSV olarak yeniden indirin.',
    };
  }
}
