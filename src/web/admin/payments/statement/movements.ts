import { fold } from '../../../../shared/fold.ts';
import { type Cell, lengthenYears, parseAmount, parseDay } from './cells.ts';

/** A line of a statement. Amounts in whole kuruş, below 0 for what was paid out. */
export interface Movement {
  day: string;
  amount: number;
  /** What the account held after it; undefined where the bank does not say. */
  balance: number | undefined;
  text: string;
}

/** Movements, oldest first, with the days that could not be read; or the sentence that says why there are none. */
type Statement =
  | { movements: Movement[]; unread: string[]; problem?: undefined }
  | { movements?: undefined; problem: string };

interface Columns {
  amount: number;
  /** Where money in and money out have columns of their own. */
  out?: number;
  balance?: number;
}

/** Pages write a hard blank where there is nothing. */
const isBlank = (cell: Cell | undefined) => cell == null || String(cell).trim() === '';

/** Some banks write a dash where no amount is. */
const isNoAmount = (cell: Cell | undefined) => isBlank(cell) || /^[-\u2012-\u2015\u2212]$/.test(String(cell).trim());

/** Also `TARIH`, as programs without Turkish letters write it. */
const foldHeader = (cell: Cell) => (typeof cell === 'string' ? fold(cell) : '');

const isOut = (header: string) => /borc|^\s*(cikis|cekilen)/.test(header) && !/alacak|giris|yatan|saat/.test(header);
const headers = {
  amount: (header: string) => /tutar|miktar|alacak|^\s*(giris|yatan)\s*$/.test(header) && !isOut(header),
  out: isOut,
  balance: (header: string) => /bakiye/.test(header),
};

const namesDays = (line: Cell[]) => line.some((cell) => /tarih/.test(foldHeader(cell)));

/** Whether a cell says that money went out; undefined where it says neither that nor that it came in. */
function goesOut(cell: Cell | undefined): boolean | undefined {
  const [, way] = /^\W*(a|alacak|b|borc)\W*$/.exec(foldHeader(cell ?? null)) ?? [];
  return way?.startsWith('b') ?? undefined;
}

/** The column that says of every line which way its money went, where amounts have no sign. */
const findDirections = (lines: Cell[][]): number =>
  lines[0]?.findIndex((_, column) => lines.every((line) => goesOut(line[column]) !== undefined)) ?? -1;

/** Whether a line names the columns: that of days, and one of amounts. */
const isHead = (line: Cell[]) =>
  namesDays(line) &&
  !line.some(parseDay) &&
  line.map(foldHeader).some((header) => headers.amount(header) || headers.out(header));

/** Columns that hold an amount in most lines; merged cells leave gaps between them. */
function amountColumns(lines: Cell[][], dayColumn: number): number[] {
  const width = lines.reduce((widest, line) => Math.max(widest, line.length), 0);
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    if (column === dayColumn) return false;
    const filled = lines.filter((line) => !isNoAmount(line[column]));
    const amounts = filled.filter((line) => parseAmount(line[column] as Cell) !== undefined);
    const isMoney = amounts.some(
      (line) => typeof line[column] === 'number' || /[.,]\d{2}\b/.test(String(line[column])),
    );
    return isMoney && amounts.length === filled.length && filled.length * 4 >= lines.length;
  });
}

/** The column under a header: at its place, or the next one with amounts where cells are merged. */
function findColumn(head: Cell[], isIt: (header: string) => boolean, candidates: number[]): number | undefined {
  const at = head.findIndex((cell) => isIt(foldHeader(cell)));
  return at < 0 ? undefined : (candidates.find((column) => column >= at) ?? undefined);
}

/** Of all pairs of columns the one in which balances follow from amounts most often. */
function columnsByBalance(lines: Cell[][], candidates: number[]): Columns | undefined {
  let best: { columns: Columns; fits: number } | undefined;
  for (const amount of candidates)
    for (const balance of candidates) {
      if (amount === balance) continue;
      const movements = sortByDay(toMovements(lines, 0, { amount, balance }));
      const fits = countSteps(movements) - findGaps(movements).length;
      if (!best || fits > best.fits) best = { columns: { amount, balance }, fits };
    }
  return best && best.fits * 2 >= lines.length - 1 ? best.columns : undefined;
}

function toMovements(lines: Cell[][], dayColumn: number, { amount, out, balance }: Columns): Movement[] {
  const used = new Set([dayColumn, amount, out, balance]);
  const directions = findDirections(lines);
  return lines.flatMap((line) => {
    const day = line.map(parseDay).find(Boolean);
    const came = parseAmount(line[amount] ?? null);
    const went = out === undefined ? undefined : parseAmount(line[out] ?? null);
    const sum = (goesOut(line[directions]) ? -Math.abs(came ?? 0) : (came ?? 0)) - Math.abs(went ?? 0);
    if (!day || (came === undefined && went === undefined)) return [];
    const text = line.filter((cell, column) => !used.has(column) && !isBlank(cell)).join(' ');
    return [{ day, amount: sum, balance: parseAmount(line[balance ?? -1] ?? null), text }];
  });
}

/** Oldest first: banks write either way. */
function sortByDay(movements: Movement[]): Movement[] {
  const [first, last] = [movements[0], movements.at(-1)];
  if (!first || !last) return movements;
  if (first.day !== last.day) return first.day > last.day ? movements.toReversed() : movements;
  const reversed = movements.toReversed();
  return findGaps(reversed).length < findGaps(movements).length ? reversed : movements;
}

/** Neighbours of which the bank names both balances. */
const countSteps = (movements: Movement[]): number =>
  movements.filter(({ balance }, index) => balance !== undefined && movements[index - 1]?.balance !== undefined).length;

/** Places where a balance does not follow from the one before: lines are missing there. */
function findGaps(movements: Movement[]): { after: string; before: string }[] {
  return movements.flatMap((movement, index) => {
    const before = movements[index - 1];
    if (before?.balance === undefined || movement.balance === undefined) return [];
    if (before.balance + movement.amount === movement.balance) return [];
    return [{ after: before.day, before: movement.day }];
  });
}

/** Each movement once: one with the same balance after it as another is the same, where the balances do not follow. */
const withoutRepeats = (movements: Movement[]): Movement[] => [
  ...new Map(movements.map((movement) => [JSON.stringify(movement), movement])).values(),
];

/** Says which days could not be read; where there are many, the first ones. */
export const unreadSentence = (days: string[]): string =>
  `${days.length} satırın günü okunamadı: ${days.slice(0, 5).join(', ')}${days.length > 5 ? ' …' : ''}.`;

/** Days of lines with an amount that cannot be read as a day, as the file has them: `31.02.2026`, `31 Kasım 2026`. */
const findUnreadDays = (lines: Cell[][], dayColumn: number, { amount, out = amount }: Columns): string[] =>
  lines
    .filter((line) => !line.some(parseDay) && [amount, out].some((column) => parseAmount(line[column] ?? null)))
    .map((line) => String(line[dayColumn] ?? '').trim())
    .filter((day) => /^\d{1,4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d|^\d{1,2}[\s./-]+\p{L}{3,7}[\s./-]+\d{2}/u.test(day));

const shortDay = (day: string) => day.split('-').reverse().join('.');

/**
 * Reads the cells of any bank's file: movements are lines with a day; columns are found by header or content. A running
 * balance that breaks means missing lines: the file is refused, unless lines are there twice.
 */
export function readStatement(file: Cell[][]): Statement {
  const isLine = (line: Cell[]) => line.some(parseDay) && line.some((cell) => parseAmount(cell) !== undefined);
  const lengthened = lengthenYears(file);
  const headAt = lengthened.findIndex(isHead);
  // Above its header a file may name the day it was made and the balance of that day.
  const cells = file.slice(headAt + 1).some(isLine) ? file : lengthened;
  const first = cells.findIndex(isLine);
  const lines = cells.slice(headAt + 1).filter(isLine);
  const [sample] = lines;
  if (!sample)
    return { problem: 'Bu dosyada tarihli hesap hareketi bulunamadı. Bankanızın hesap hareketleri dosyasını seçin.' };
  const dayColumn = sample.findIndex((cell) => parseDay(cell));
  const candidates = amountColumns(lines, dayColumn);
  const head = cells[headAt] ?? cells.slice(0, first).findLast(namesDays) ?? [];
  const balance = findColumn(head, headers.balance, candidates);
  const out = findColumn(head, headers.out, candidates);
  const amount = findColumn(head, headers.amount, candidates);
  const columns: Columns | undefined =
    amount !== undefined && amount !== balance
      ? { amount, balance, out: out === amount || out === balance ? undefined : out }
      : (columnsByBalance(lines, candidates) ??
        (candidates.length === 1 && candidates[0] !== balance ? { amount: candidates[0] as number } : undefined));
  if (!columns)
    return {
      problem:
        'Tarihler bulundu ama tutar sütunu bulunamadı. Dosyada Tarih, Açıklama, Tutar ve Bakiye sütunları olmalı.',
    };
  const unread = findUnreadDays(cells.slice(headAt + 1), dayColumn, columns);
  const all = sortByDay(toMovements(lines, dayColumn, columns));
  const [gap] = findGaps(all);
  if (!gap) return { movements: all, unread };
  // Exports that were joined have the days of both twice.
  const movements = withoutRepeats(all);
  if (!findGaps(movements).length) return { movements, unread };
  if (unread.length) return { problem: `${unreadSentence(unread)} Bu günleri dosyada düzeltip yeniden seçin.` };
  return {
    problem: `Dosyada eksik satır var: ${shortDay(gap.after)} ile ${shortDay(gap.before)} arasında bakiye tutmuyor. Bu günleri içeren tam dosyayı indirip yeniden seçin.`,
  };
}
