import { formatNumber, liraSign } from './format.ts';
import { maxOrderLira } from './limits.ts';
import { moneyTexts } from './texts.ts';

/** A typed amount in whole kuruş, or the sentence that says what is wrong with it. */
type MoneyInput = { kurus: number } | { problem: string };

/**
 * Reads an amount as people in Turkey type or paste it: `1250`, `1.250`, `1.250,50`, `1250,5`, `₺1.250`, `1250 TL`.
 * A dot before three digits groups thousands, a comma divides kuruş; a dot before one or two last digits is read as
 * the comma of other keyboards. What could mean two amounts is refused, never guessed.
 */
export function parseMoneyInput(typed: string, maxLira = maxOrderLira): MoneyInput {
  const text = typed.replace(/[\s\u00a0\u202f]/gu, '').replace(/^(?:₺|TL|TRY)|(?:₺|TL|TRY|lira)$/giu, '');
  if (!text) return { problem: moneyTexts.wrong };
  if (/^-/.test(text)) return { problem: moneyTexts.negative };
  if (/[^\d.,]/.test(text)) return { problem: 'Yalnızca rakamla yazılır, örneğin 1.250 ya da 1.250,50.' };
  const parts =
    /^(?<lira>\d+|\d{1,3}(?:\.\d{3})+)(?:,(?<kurus>\d{1,2}))?$/.exec(text) ??
    /^(?<lira>\d+|\d{1,3}(?:,\d{3})+)\.(?<kurus>\d{1,2})$/.exec(text);
  if (!parts?.groups) {
    return { problem: 'Bu tutar iki türlü okunabiliyor. Binlik için nokta, kuruş için virgül kullanın: 1.250,50.' };
  }
  const lira = Number(parts.groups.lira?.replace(/[.,]/g, ''));
  const kurus = lira * 100 + Number((parts.groups.kurus ?? '').padEnd(2, '0'));
  if (!(kurus <= maxLira * 100)) return { problem: moneyTexts.tooHigh(maxLira) };
  return { kurus };
}

/** Formats a stored amount for a form: `125050` becomes `1.250,50`. */
export const formatMoneyInput = (kurus: number): string => formatNumber(kurus / 100, kurus % 100 ? 2 : 0);

/** Repeats a typed amount below its field: `1.250,50 ₺ · bin iki yüz elli lira elli kuruş`. */
export function describeMoney(kurus: number): string {
  const lira = Math.floor(kurus / 100);
  const rest = kurus % 100;
  const words = [lira || !rest ? `${spellNumber(lira)} lira` : '', rest ? `${spellNumber(rest)} kuruş` : ''];
  return `${formatMoneyInput(kurus)}${liraSign} · ${words.filter(Boolean).join(' ')}`;
}

/** Whether two prices differ by more than a factor of ten, which is probably a typing mistake. */
export const isUnlikelyPriceChange = (before: number, after: number): boolean =>
  before > 0 && (after > before * 10 || after * 10 < before);

const ones = ['', 'bir', 'iki', 'üç', 'dört', 'beş', 'altı', 'yedi', 'sekiz', 'dokuz'];
const tens = ['', 'on', 'yirmi', 'otuz', 'kırk', 'elli', 'altmış', 'yetmiş', 'seksen', 'doksan'];

/** Writes a whole number below 1,000,000,000 in Turkish words: `bin iki yüz elli`. */
function spellNumber(value: number): string {
  if (value === 0) return 'sıfır';
  const spellHundreds = (number: number): string[] => {
    const hundreds = Math.floor(number / 100);
    return [
      hundreds > 1 ? (ones[hundreds] as string) : '',
      hundreds ? 'yüz' : '',
      tens[Math.floor((number % 100) / 10)] as string,
      ones[number % 10] as string,
    ];
  };
  const millions = Math.floor(value / 1_000_000);
  const thousands = Math.floor((value % 1_000_000) / 1000);
  return [
    ...(millions ? [...spellHundreds(millions), 'milyon'] : []),
    ...(thousands > 1 ? spellHundreds(thousands) : []),
    thousands ? 'bin' : '',
    ...spellHundreds(value % 1000),
  ]
    .filter(Boolean)
    .join(' ');
}
