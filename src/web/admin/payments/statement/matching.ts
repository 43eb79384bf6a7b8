import { fold, foldWords } from '../../../../shared/fold.ts';
import type { Movement } from './movements.ts';

/** A checkout that waits for money, or with 0 for none; amounts in whole kuruş. */
export interface OpenCheckout {
  code: string;
  open: number;
  /** Folded words of the names that belong to it. */
  names: string[];
}

/** A movement that is ours, or may be. `sure` ones need no question. */
export interface Match {
  movement: Movement;
  /** Position of the movement, oldest first. */
  index: number;
  sure: boolean;
  reason: 'code' | 'codes' | 'amount_differs' | 'nothing_open' | 'name';
  parts: { code: string; amount: number }[];
}

const codeLength = 8;
const half = codeLength / 2;

/** Upper case without Turkish dots and marks, letters and digits only: blanks within a code fall out. */
export const toCodeSigns = (text: string): string =>
  fold(text)
    .normalize('NFD')
    .replace(/ı/g, 'i')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** Signs that people read for each other, as one. Codes have no 0, 1, I and O. */
const alike: Record<string, string> = { O: 'Q', 0: 'Q', I: 'L', 1: 'L', Z: '2', A: '4', S: '5', G: '6', B: '8' };
const unify = (text: string): string => text.replace(/[O0I1ZASGB]/g, (sign) => alike[sign] as string);

/** Whether two texts differ by at most one sign that is wrong, missing, too many or swapped with the next. */
function isOneTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  if (start === a.length && start === b.length) return true;
  const restA = a.slice(start);
  const restB = b.slice(start);
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}

interface Index {
  exact: Map<string, string>;
  alike: Map<string, string[]>;
  /** Codes by their halves, and by themselves with the middle swapped: one typo leaves one of these as it was. */
  starts: Map<string, string[]>;
  ends: Map<string, string[]>;
  swapped: Map<string, string[]>;
  /** Unified halves: a text without any of them names no code, whatever the typo. */
  halves: Set<string>;
}

const add = (map: Map<string, string[]>, key: string, code: string) => map.set(key, [...(map.get(key) ?? []), code]);

function buildIndex(checkouts: OpenCheckout[]): Index {
  const index: Index = {
    exact: new Map(),
    alike: new Map(),
    starts: new Map(),
    ends: new Map(),
    swapped: new Map(),
    halves: new Set(),
  };
  for (const { code } of checkouts) {
    index.exact.set(code, code);
    add(index.alike, unify(code), code);
    add(index.starts, code.slice(0, half), code);
    add(index.ends, code.slice(half), code);
    const swapped = `${code.slice(0, 3)}${code[4]}${code[3]}${code.slice(5)}`;
    add(index.swapped, swapped, code);
    for (const each of [unify(code), unify(swapped)]) index.halves.add(each.slice(0, half)).add(each.slice(half));
  }
  return index;
}

/** Codes at one typo from a part of the text. */
function findTypos(text: string, { starts, ends, swapped }: Index): string[] {
  const found: string[] = [];
  for (let at = 0; at + half <= text.length; at += 1) {
    const part = text.slice(at, at + half);
    for (const code of starts.get(part) ?? [])
      if ([0, -1, 1].some((more) => isOneTypo(text.slice(at, at + codeLength + more), code))) found.push(code);
    for (const code of ends.get(part) ?? []) {
      const end = at + half;
      if ([0, -1, 1].some((more) => isOneTypo(text.slice(Math.max(0, end - codeLength - more), end), code)))
        found.push(code);
    }
    found.push(...(swapped.get(text.slice(at, at + codeLength)) ?? []));
  }
  return found;
}

function hasHalf(unified: string, { halves }: Index): boolean {
  for (let at = 0; at + half <= unified.length; at += 1) if (halves.has(unified.slice(at, at + half))) return true;
  return false;
}

/** Codes that a text names: as they are; else with signs that look alike; else with one typo. */
function findCodes(text: string, index: Index): string[] {
  const exact = new Set<string>();
  const similar = new Set<string>();
  const unified = unify(text);
  if (!hasHalf(unified, index)) return [];
  for (let at = 0; at + codeLength <= text.length; at += 1) {
    const code = index.exact.get(text.slice(at, at + codeLength));
    if (code) exact.add(code);
    for (const each of index.alike.get(unified.slice(at, at + codeLength)) ?? []) similar.add(each);
  }
  if (exact.size) return [...exact];
  if (similar.size) return [...similar];
  return [...new Set(findTypos(text, index))];
}

/** Whether a description names somebody of the checkout: two of the words, or the only one. */
function namesFit(words: Set<string>, names: string[]): boolean {
  let fitting = 0;
  for (const name of names) if (name.length > 1 && words.has(name)) fitting += 1;
  return fitting >= 2 || (fitting === 1 && names.length === 1);
}

/**
 * Finds the movements that pay open checkouts, oldest first. One is sure if its text names codes and its amount is
 * exactly what is open for them. Another amount, or only amount and name, is a suggestion, of what the sure ones leave
 * open. Movements recorded before pay nothing again.
 */
export function matchMovements(
  movements: Movement[],
  checkouts: OpenCheckout[],
  isRepeated: (position: number) => boolean = () => false,
): Match[] {
  const index = buildIndex(checkouts);
  const left = new Map(checkouts.map(({ code, open }) => [code, open]));
  const byAmount = Map.groupBy(checkouts, ({ open }) => open);
  const named = movements.map(({ amount, text }, position) =>
    amount <= 0 || isRepeated(position) ? undefined : findCodes(toCodeSigns(text), index),
  );
  const sure = named.map((codes, position) => codes && findSure(codes, movements[position]?.amount as number, left));
  return movements.flatMap((movement, position): Match[] => {
    const { amount, text } = movement;
    const match = (isSure: boolean, reason: Match['reason'], parts: Match['parts']) => [
      { movement, index: position, sure: isSure, reason, parts },
    ];
    const [codes, found] = [named[position], sure[position]];
    if (!codes) return [];
    if (found) return match(true, found.length > 1 ? 'codes' : 'code', found);
    if (codes.length)
      return codes.flatMap((code) =>
        match(false, left.get(code) ? 'amount_differs' : 'nothing_open', [{ code, amount }]),
      );
    const sameAmount = byAmount.get(amount);
    if (!sameAmount) return [];
    const words = new Set(foldWords(text));
    return sameAmount
      .filter(({ code, names }) => left.get(code) === amount && namesFit(words, names))
      .flatMap(({ code }) => match(false, 'name', [{ code, amount }]));
  });
}

/** What a movement surely pays of the checkouts that it names: taken off what is left of them. */
function findSure(codes: string[], amount: number, left: Map<string, number>): Match['parts'] | undefined {
  const opens = codes.map((code) => ({ code, amount: left.get(code) ?? 0 })).filter((part) => part.amount > 0);
  if (opens.reduce((sum, part) => sum + part.amount, 0) !== amount) return undefined;
  for (const part of opens) left.set(part.code, 0);
  return opens;
}
