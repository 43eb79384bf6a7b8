import type { Bank } from '../../contract/checkouts.ts';
import type { PaymentMethod } from '../../contract/orders.ts';
import { payingTexts } from '../../contract/paying.texts.ts';
import type { PaymentSettings } from '../../contract/paymentSettings.ts';
import { formatClock, formatDateTime, formatDay, formatLira, formatTime } from '../../shared/format.ts';
import { formatIban } from '../../shared/iban.ts';
import { untilTime } from '../../shared/until.ts';
import type { Row } from '../mail/blocks.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';

/** What a mail says about paying a checkout. */
export interface PaymentFacts {
  /** In lira. */
  open: number;
  method: PaymentMethod;
  due_at: string;
  bank: Bank | null;
  /** Nothing is said of a due date that is over. */
  isOverdue?: boolean;
}

/** A due date as people say it: `7 Mayıs 2199 Perşembe günü sonuna kadar`. */
export function dueWords(due_at: string): string {
  const time = formatClock(due_at);
  return `${formatDay(due_at)} günü ${time === formatTime('23:59') ? 'sonuna kadar' : untilTime(time)}`;
}

/** What is to be paid, how and until when; none where nothing is. */
export function paymentSlips({ open, method, due_at, bank, isOverdue }: PaymentFacts): Row[][] {
  if (!open) return [];
  const slip: Row[] = [['Ödenecek', formatLira(open)]];
  if (!isOverdue) slip.push(['Son ödeme', dueWords(due_at)]);
  if (method !== 'transfer' || !bank) return [slip];
  slip.push(['IBAN', formatIban(bank.iban)], ['Alıcı', bank.holder]);
  if (bank.bank) slip.push(['Banka', bank.bank]);
  return [[...slip, ['Açıklama', bank.reference]]];
}

/** A sentence about paying. */
export function paymentSentence({ open, method, due_at, bank, isOverdue }: PaymentFacts): string {
  if (!open) return 'Ödemeniz kayıtlı. Teşekkür ederiz.';
  const pay = isOverdue ? 'Son ödeme günü geçti. Ödemeyi en kısa sürede' : `Ödemeyi ${dueWords(due_at)}`;
  if (method === 'onsite') return `${pay} merkezde yapabilirsiniz.`;
  if (method === 'card') return `${pay} kartla, “Siparişlerim” sayfasından yapabilirsiniz.`;
  if (!bank) return `${pay} havale ya da EFT ile yapabilirsiniz. ${payingTexts.noIban}`;
  return `${pay} bu e-postadaki hesaba havale ya da EFT ile yapabilirsiniz. Açıklama alanına yalnızca ${bank.reference} yazın.`;
}

/** What becomes of seats that nobody pays by a moment. */
export const lossSentence = (by: string): string => `Ödeme ${dueWords(by)} ulaşmazsa yeriniz boşaltılabilir.`;

/** The same of an order: by its due date, or once that is over by `releasedAt`, when its seats are taken back. */
export const releaseSentence = ({ due_at, isOverdue }: PaymentFacts, releasedAt: Date): string =>
  lossSentence(isOverdue ? releasedAt.toISOString() : due_at);

type Account = PaymentSettings['transfer'];

const accountRows: [label: string, read: (account: Account) => string][] = [
  ['IBAN', ({ iban }) => formatIban(iban)],
  ['alıcı', ({ holder }) => holder],
  ['banka', ({ bank }) => bank],
];

/** To an admin, or without `to` to the practice: buyers are shown another account, holder or bank from now on. */
export const bankChangedMail = (
  to: string | undefined,
  { before, after, by, at }: { before: Account; after: Account; by: string; at: string },
  siteUrl: string,
): Mail =>
  titledMail(to, 'bank_changed', {
    title: 'Ödeme hesabı değiştirildi',
    paragraphs: [
      'Alıcılara gösterilen banka hesabı değiştirildi. Bu değişikliği siz ya da tanıdığınız bir yönetici yapmadıysa hemen giriş yapıp hesabı düzeltin ve şifrenizi değiştirin.',
    ],
    table: [
      ...accountRows
        .filter(([, read]) => read(before) !== read(after))
        .flatMap(([label, read]): Row[] => [
          [`Önceki ${label}`, read(before) || 'yoktu'],
          [`Yeni ${label}`, read(after) || 'silindi'],
        ]),
      ['Değiştiren', by],
      ['Zaman', formatDateTime(at)],
    ],
    button: { label: 'Ödeme ayarlarını aç', url: `${siteUrl}/admin/payment-settings` },
  });
