import type { ErasurePreview } from '../../../contract/privacy.ts';
import { formatStart } from '../../../shared/format.ts';

/** How much was erased for an address, by kind. */
export interface Erasure {
  email: string;
  counts: Record<string, number>;
}

const kinds: Record<string, string> = {
  account: 'hesap',
  orders: 'sipariş',
  seats: 'yaklaşan yer',
  enquiries: 'mesaj',
  comments: 'yorum',
  mails: 'bekleyen e-posta',
};

/** Whether an export holds nothing about its address: lists and account are empty, whatever lists there are. */
export const isEmptyExport = (data: Record<string, unknown>): boolean =>
  Object.entries(data).every(([key, value]) => key === 'exported_at' || !value || (value as unknown[]).length === 0);

/** Says that an export would have been empty. */
export const emptyMessage = (email: string): string =>
  `${email} için kayıtlı veri bulunamadı; dosya indirilmedi. Adres doğru yazıldıysa bu adresle ilgili hiçbir veri tutulmuyor.`;

/** What becomes of a kind; the others are deleted. */
const endings: Record<string, string> = { orders: 'kişisiz kaldı', seats: 'boşaltıldı' };

/** `deniz@ornek.com: 1 hesap silindi; 2 sipariş kişisiz kaldı.`, or that there was nothing. */
export function erasureMessage({ email, counts }: Erasure): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  if (!parts.length) return `${email} için kayıtlı veri bulunamadı.`;
  const count = ([kind, number]: [string, number]) => `${number} ${kinds[kind] ?? kind}`;
  const deleted = parts.filter(([kind]) => !endings[kind]).map(count);
  const others = parts.filter(([kind]) => endings[kind]).map((part) => `${count(part)} ${endings[part[0]]}`);
  return `${email}: ${[...(deleted.length ? [`${deleted.join(', ')} silindi`] : []), ...others].join('; ')}.`;
}

/** What an erasure would remove: `deniz@ornek.com için 1 hesap, 2 sipariş bulundu. Boşalacak yerler: …`. */
export function previewMessage(
  email: string,
  { account, orders, enquiries, comments, mails, seats }: ErasurePreview,
): string {
  const counts = Object.entries({ account: Number(account), orders, enquiries, comments, mails }).filter(
    ([, count]) => count,
  );
  const found = counts.map(([kind, count]) => `${count} ${kinds[kind]}`).join(', ');
  const freed = seats.map(
    ({ event_title, date, time, quantity }) => `${event_title} (${formatStart({ date, time })}, ${quantity} yer)`,
  );
  return [
    found ? `${email} için ${found} bulundu.` : `${email} için kayıt bulunamadı.`,
    freed.length ? `Boşalacak yerler: ${freed.join('; ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
