import { formatStart } from '../../shared/format.ts';
import { formatUntil } from '../../shared/until.ts';
import type { KnownFacts } from '../catalog/moves.service.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { Row } from '../mail/blocks.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';
import { dueWords } from '../payments/payments.mails.ts';
import {
  addToCalendar,
  eventMail,
  eventSheet,
  ordersButton,
  pickEvent,
  questions,
  type SeatEntry,
  takeOutOfCalendar,
  whoseSeat,
} from './mailParts.ts';

/** Somebody with a seat: their entries in calendars, and until when they may cancel because of a move. */
export interface Recipient {
  entries: SeatEntry[];
  choiceUntil: Date | undefined;
  /** Whether an account of theirs lists the order, so that they cancel by themselves. */
  hasAccount: boolean;
  /** Whether they bought one of the seats themselves. */
  isBuyer: boolean;
}

/** What was otherwise before an event changed. */
function rowsBefore(known: KnownFacts, { date, time, location, leader }: SeatProduct): Row[] {
  const isMoved = known.date !== date || known.time !== time;
  return [
    ...(isMoved ? [['Önceki tarih', formatStart(known)] satisfies Row] : []),
    ...(known.location === location ? [] : [['Önceki yer', known.location] satisfies Row]),
    ...(!known.leader || known.leader === leader ? [] : [['Önceki yürüten', known.leader] satisfies Row]),
  ];
}

/**
 * To everybody with a seat: the product's new day, time, place and leader, and what of them was otherwise before, as
 * text and as a calendar file.
 */
export function productChangedMail(
  product: SeatProduct,
  to: string,
  {
    entries,
    choiceUntil,
    hasAccount,
    isBuyer,
    known,
    unpaid,
    now,
  }: Recipient & { known: KnownFacts; unpaid: { code: string; due_at: Date }[]; now: Date },
  siteUrl: string,
): Mail {
  const { title } = product;
  // Those of an order whose first event has begun are over.
  const ahead = unpaid.filter(({ due_at }) => due_at > now);
  const dues = ahead.map(({ code, due_at }): [string, string] => [
    ahead.length > 1 ? `Son ödeme, ${code}` : 'Son ödeme',
    dueWords(due_at.toISOString()),
  ]);
  const way = hasAccount ? '“Siparişlerim” sayfasından' : 'bu e-postayı yanıtlayarak ya da bizi arayarak';
  const leader: Row[] = product.leader ? [['Yürüten', product.leader]] : [];
  const payBy = ahead.length < unpaid.length ? 'en kısa sürede' : 'yukarıdaki son ödeme gününe kadar';
  const nothingElse = unpaid.length
    ? `Uyuyorsa ödemenizi ${payBy} yapmanız yeterli.`
    : 'Uyuyorsa bir şey yapmanız gerekmez.';
  return {
    ...titledMail(to, 'event_moved', {
      title: 'Atölyenin bilgileri değişti',
      paragraphs: [
        'Merhaba,',
        `${whoseSeat({ isBuyer })} “${title}” atölyesinin gün, saat, yer ya da yürüten bilgisi değişti. Güncel bilgiler aşağıda; yeriniz ayrılmış olarak duruyor.`,
        'Takviminizdeki kaydı yenilemek için ekteki dosyayı açmanız yeterli.',
      ],
      events: [eventSheet(product, [...leader, ...rowsBefore(known, product)])],
      ...(dues.length && { table: dues }),
      ...ordersButton(hasAccount && choiceUntil !== undefined, siteUrl),
      closing: [
        choiceUntil
          ? `Bu değişiklik size uymuyorsa bu atölyedeki yerinizi ${formatUntil(choiceUntil.toISOString())} ${way} iptal edebilirsiniz; onun için ödediğinizin tamamı iade edilir. ${nothingElse}`
          : 'Yeni hâli size uymuyorsa bu e-postayı yanıtlayabilir ya da bizi arayabilirsiniz.',
      ],
    }),
    subject: `Atölye bilgileri değişti: ${title}`,
    calendar: entries.map((entry) => ({ ...pickEvent(product), ...entry })),
  };
}

/** To everybody with a seat: the product was taken off the programme. */
export const productHiddenMail = (product: SeatProduct, to: string, { entries, isBuyer }: Recipient): Mail => ({
  ...eventMail(product, to, 'event_hidden', {
    title: 'Atölye programdan kaldırıldı',
    paragraphs: [
      'Merhaba,',
      `${whoseSeat({ isBuyer })} “${product.title}” atölyesi programımızdan kaldırıldı. ${
        isBuyer ? 'Siparişiniz ve varsa ödemeniz için sizinle' : 'Siparişi veren kişiyle'
      } iletişime geçeceğiz.`,
      takeOutOfCalendar,
    ],
  }),
  calendar: entries.map((entry) => ({ ...pickEvent(product), ...entry, isCancelled: true })),
});

/** To everybody with a seat: a product that was taken off the programme is back. */
export const productRestoredMail = (product: SeatProduct, to: string, { entries }: Recipient): Mail => ({
  ...eventMail(product, to, 'event_restored', {
    title: 'Atölye yeniden programda',
    paragraphs: [
      'Merhaba,',
      `Programdan kaldırıldığını bildirdiğimiz “${product.title}” atölyesi yeniden programda. Yeriniz ayrılmış olarak duruyor.`,
      addToCalendar,
    ],
  }),
  calendar: entries.map((entry) => ({ ...pickEvent(product), ...entry })),
});

/** To everybody with a seat: words of the practice. A blank line begins a paragraph. */
export const productMessageMail = (
  product: SeatProduct,
  { subject, text }: { subject: string; text: string },
  to: string,
): Mail =>
  titledMail(to, 'participants_message', {
    title: subject,
    paragraphs: text.split(/\n{2,}/),
    events: [eventSheet(product)],
    closing: [`Bu e-postayı “${product.title}” atölyesinde yeriniz olduğu için aldınız. ${questions}`],
  });
