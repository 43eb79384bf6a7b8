import { formatDate, formatDateTime, formatLira } from '../../shared/format.ts';
import { formatPhone } from '../../shared/phone.ts';
import { labels, titles, words } from './dataCopyWords.ts';

/** One part of the copy: what is stored of a kind. */
interface CopyPart {
  title: string;
  rows: CopyRow[][];
}

interface CopyRow {
  label: string;
  text: string;
}

const moneyNames = new Set(['unit_price', 'kept', 'amount', 'charged']);
const phoneNames = new Set(['phone_number', 'buyer_phone']);
const isIdentifier = (name: string) => /(?:^id|_id|_hash|_mark)$/.test(name);
/** Names that others say already. */
const isRepeated = (name: string) => name === 'full_name' || name === 'is_read';

function toText(kind: string, name: string, value: unknown): string {
  if (name === 'html') return 'verilerim.json dosyasında';
  if (typeof value === 'boolean') return value ? 'evet' : 'hayır';
  if (moneyNames.has(name)) return formatLira(Number(value));
  if (name === 'vat_rate') return `%${value}`;
  if (Array.isArray(value)) return value.map((item) => toText(kind, name, item)).join('\n');
  if (typeof value === 'object' && value) return toPerson(kind, value);
  const text = String(value);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return formatDateTime(text);
  if (name === 'received_on') return formatDate(text);
  if (phoneNames.has(name)) return formatPhone(text);
  return (words[`${kind}.${name}`] ?? words[name])?.[text] ?? text;
}

/** `Ada Er (E-posta: ada@ornek.com)`. */
function toPerson(kind: string, { name, surname, ...rest }: { name?: string; surname?: string }): string {
  const details = toRows(kind, rest).map(({ label, text }) => `${label}: ${text}`);
  const parts = [name, surname, details.length && `(${details.join(', ')})`];
  return parts.filter(Boolean).join(' ');
}

const toRows = (kind: string, row: object): CopyRow[] =>
  Object.entries(row)
    .filter(([name]) => !isIdentifier(name) && !isRepeated(name))
    .filter(([, value]) => value != null && value !== '' && String(value) !== '[]')
    .map(([name, value]) => ({
      label: labels[`${kind}.${name}`] ?? labels[name] ?? name,
      text: toText(kind, name, value),
    }));

/** The copy for reading: kinds that hold something, without identifiers and documents, which only the file has. */
export function readDataCopy(copy: Record<string, unknown>): CopyPart[] {
  const kinds = [...Object.keys(titles), ...Object.keys(copy).filter((kind) => !(kind in titles))];
  return kinds.flatMap((kind) => {
    const value = copy[kind];
    const list = Array.isArray(value) ? value : typeof value === 'object' && value ? [value] : [];
    return list.length ? [{ title: titles[kind] ?? kind, rows: list.map((row) => toRows(kind, row)) }] : [];
  });
}
