import type { ErasurePreview } from '../../../contract/privacy.ts';
import { formatStart } from '../../../shared/format.ts';
import { toE164 } from '../../../shared/phone.ts';

/** How much was erased for an address or a number, by kind. */
export interface Erasure {
  person: string;
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

/** Whether an address was typed, no telephone number. */
const isAddress = (person: string): boolean => person.includes('@');

/** Why what was typed is neither an address nor a number. */
export const personError = (person: string): string | undefined =>
  isAddress(person) || toE164(person) ? undefined : 'Lütfen e-posta adresi ya da telefon numarası yazın.';

export const toBody = (person: string) => (isAddress(person) ? { email: person } : { phone_number: person });

/** Whether an export holds nothing about its person: lists and account are empty, whatever lists there are. */
export const isEmptyExport = (data: Record<string, unknown>): boolean =>
  Object.entries(data).every(([key, value]) => key === 'exported_at' || !value || (value as unknown[]).length === 0);

/** Says that an export would have been empty. */
export const emptyMessage = (person: string): string =>
  `${person} için kayıtlı veri bulunamadı; dosya indirilmedi. ${
    isAddress(person)
      ? 'Adres doğru yazıldıysa bu adresle ilgili hiçbir veri tutulmuyor.'
      : 'Numara doğru yazıldıysa bu numarayla girilmiş sipariş yok.'
  }`;

/** What becomes of a kind; the others are deleted. */
const endings: Record<string, string> = { orders: 'kişisiz kaldı', seats: 'boşaltıldı' };

/** `deniz@ornek.com: 1 hesap silindi; 2 sipariş kişisiz kaldı.`, or that there was nothing. */
export function erasureMessage({ person, counts }: Erasure): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  if (!parts.length) return `${person} için kayıtlı veri bulunamadı.`;
  const count = ([kind, number]: [string, number]) => `${number} ${kinds[kind] ?? kind}`;
  const deleted = parts.filter(([kind]) => !endings[kind]).map(count);
  const others = parts.filter(([kind]) => endings[kind]).map((part) => `${count(part)} ${endings[part[0]]}`);
  return `${person}: ${[...(deleted.length ? [`${deleted.join(', ')} silindi`] : []), ...others].join('; ')}.`;
}

/** What an erasure would remove: `deniz@ornek.com için 1 hesap, 2 sipariş bulundu. Boşalacak yerler: …`. */
export function previewMessage(
  person: string,
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
    found ? `${person} için ${found} bulundu.` : `${person} için kayıt bulunamadı.`,
    freed.length ? `Boşalacak yerler: ${freed.join('; ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** What an erasure removes: by an address all there is, by a number the buyer of orders entered by phone. */
export const removedSentence = (person: string): string =>
  isAddress(person)
    ? 'Hesap, sepet, mesajlar, bekleyen e-postalar ve katılımcı adları kalıcı olarak silinir; siparişler kişisiz kalır, devredilen yerler devralan kişilerde kalır.'
    : 'Siparişlerdeki ad, telefon numarası ve katılımcı adları kalıcı olarak silinir; siparişler kişisiz kalır.';
