import type { AdminCheckout } from '../../contract/checkouts.ts';
import type { Order } from '../../contract/orders.ts';
import { paymentTexts } from '../../contract/payments.texts.ts';
import { type CalendarEntry, orderEntry } from '../../shared/calendar.ts';
import { formatDate, formatLira } from '../../shared/format.ts';
import { refundDays, refundWay } from '../../shared/refunds.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { Env } from '../env.ts';
import type { Row } from '../mail/blocks.ts';
import { greeting } from '../mail/greeting.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';
import {
  dueWords,
  lossSentence,
  type PaymentFacts,
  paymentSentence,
  paymentSlips,
  releaseSentence,
} from '../payments/payments.mails.ts';
import {
  addToCalendar,
  eventMail,
  orderSheet,
  ordersButton,
  questions,
  takeOutOfCalendar,
  titleOf,
} from './mailParts.ts';
import { stands } from './orders.ts';

type MailEnv = Pick<Env, 'siteUrl'>;

/** The lines that stand, or all where none does. */
function linesOf({ orders }: AdminCheckout): Order[] {
  const standing = orders.filter(stands);
  return standing.length ? standing : orders;
}

/** A mail to the buyer about lines of one checkout: their events, and what is to be paid. */
function checkoutMail(
  checkout: AdminCheckout,
  to: string,
  { siteUrl }: MailEnv,
  {
    kind,
    title,
    paragraphs,
    lines = linesOf(checkout),
    slips = [],
    rows = [],
    calendar,
  }: {
    kind: string;
    title: string;
    paragraphs: string[];
    lines?: Order[];
    slips?: Row[][];
    rows?: Row[];
    calendar?: CalendarEntry[];
  },
): Mail {
  return {
    kind,
    type: 'transactional',
    to,
    subject: `${title}: ${titleOf(lines)}`,
    parts: {
      title,
      paragraphs: [greeting(checkout.buyer_name ?? ''), ...paragraphs],
      slips,
      events: lines.map((line) => orderSheet(line)),
      table: [['Sipariş kodu', checkout.code], ...rows],
      ...ordersButton(checkout.has_account, siteUrl),
      closing: [questions],
    },
    ...(calendar?.length && { calendar }),
  };
}

/** What mails say about paying a checkout at a moment. */
export const factsAt = (checkout: AdminCheckout, now: Date): AdminCheckout & PaymentFacts => ({
  ...checkout,
  isOverdue: new Date(checkout.due_at) <= now,
});

const standingOf = ({ orders }: AdminCheckout) => orders.filter(stands);
const priceOfStanding = (checkout: AdminCheckout): number =>
  standingOf(checkout).reduce((sum, order) => sum + order.price, 0);

/** Money came: all of it, a part of it, or late while the seats could still be had. */
export function paymentMail(
  checkout: AdminCheckout,
  { to, amount, isLate, repaid, now }: { to: string; amount: number; isLate: boolean; repaid: number; now: Date },
  env: MailEnv,
): Mail {
  const facts = factsAt(checkout, now);
  const again = isLate ? ['Boşaltılan yeriniz yeniden sizin.', addToCalendar] : [];
  const standing = standingOf(checkout);
  // The mail of the release took them out.
  const calendar = isLate ? standing.map(orderEntry) : [];
  const rows: Row[] = [['Gelen ödeme', formatLira(amount)]];
  if (checkout.open)
    return checkoutMail(checkout, to, env, {
      kind: 'payment_partial',
      title: 'Ödemenizin bir bölümü ulaştı',
      paragraphs: [`${formatLira(amount)} ödemeniz bize ulaştı.`, ...again, paymentSentence(facts)],
      slips: paymentSlips(facts),
      rows,
      calendar,
    });
  const over = Math.round((checkout.paid - checkout.kept - priceOfStanding(checkout)) * 100) / 100;
  const isOver = checkout.refunds.every(({ state }) => state === 'void') && over > 0;
  return checkoutMail(checkout, to, env, {
    kind: 'order_paid',
    title: 'Ödemeniz alındı',
    paragraphs: [
      'Ödemeniz bize ulaştı. Teşekkür ederiz.',
      ...again,
      ...(repaid ? [`Bu ödemenin ${formatLira(repaid)} tutarı fazla; 14 gün içinde aynı karta iade edeceğiz.`] : []),
      ...(isOver ? [`Tutardan ${formatLira(over)} fazla ödediniz; iadesi için sizinle iletişime geçeceğiz.`] : []),
    ],
    rows,
    calendar,
  });
}

/** Nothing is open any more, as a refund of this amount is not made. */
export const paidByVoidMail = (
  checkout: AdminCheckout,
  { to, amount }: { to: string; amount: number },
  env: MailEnv,
): Mail =>
  checkoutMail(checkout, to, env, {
    kind: 'order_paid',
    title: 'Ödemeniz tamamlandı',
    paragraphs: [`${formatLira(amount)} iade yapılmayacak; bu tutar siparişinize sayıldı. Ödenecek tutar kalmadı.`],
  });

/** Money came, and there is no seat for it. */
export const unplacedMail = (
  checkout: AdminCheckout,
  { to, amount }: { to: string; amount: number },
  env: MailEnv,
): Mail =>
  checkoutMail(checkout, to, env, {
    kind: 'payment_unplaced',
    title: 'Ödemeniz ulaştı, yeriniz kalmadı',
    paragraphs: [
      checkout.state === 'cancelled'
        ? `${formatLira(amount)} ödemeniz bize ulaştı, ancak bu sipariş iptal edilmişti.`
        : `${formatLira(amount)} ödemeniz bize yeriniz boşaltıldıktan sonra ulaştı; aynı yer yeniden ayrılamıyor.`,
      `Ödemenizin tamamını en geç ${refundDays} gün içinde, ${refundWay} iade edeceğiz.`,
    ],
  });

/** To the practice: somebody waits for money. Nobody is named, as mail is not encrypted. */
export const unplacedNoticeMail = (code: string, amount: number, { siteUrl }: MailEnv): Mail => ({
  ...titledMail(undefined, 'refund_notice', {
    title: 'Yeri olmayan bir ödeme geldi',
    paragraphs: [
      `${code} kodlu sipariş için ${formatLira(amount)} geldi, ancak siparişin ayrılmış yeri yok. 14 gün içinde iade edilmeli.`,
    ],
    button: { label: 'Ödemeleri aç', url: `${siteUrl}/admin/payments` },
  }),
  subject: `İade edilecek ödeme: ${code}`,
});

/** To the practice: a card service told of money that belongs to no attempt. */
export const unknownCardMail = (code: string, amount: number, { siteUrl }: MailEnv): Mail =>
  titledMail(undefined, 'refund_notice', {
    title: 'Sahibi bilinmeyen bir kart ödemesi',
    paragraphs: [
      `Kart hizmeti ${formatLira(amount)} tutarında bir ödeme bildirdi; bu sitede böyle bir deneme yok. Hizmetin panelinde ${code} numarasıyla arayın, kime ait olduğu bulunamazsa 14 gün içinde iade edin.`,
    ],
    button: { label: 'Ödemeleri aç', url: `${siteUrl}/admin/payments` },
  });

/** `withdrawn` is what the buyer was told to get back and does not, as the payment was too much only by mistake. */
export function paymentVoidedMail(
  checkout: AdminCheckout,
  { to, now, withdrawn }: { to: string; now: Date; withdrawn: number },
  env: MailEnv,
): Mail {
  const facts = factsAt(checkout, now);
  return checkoutMail(checkout, to, env, {
    kind: 'payment_voided',
    title: 'Ödeme kaydınız düzeltildi',
    paragraphs: [
      'Siparişiniz için yanlış girilmiş bir ödeme kaydını geri aldık.',
      ...(withdrawn
        ? [
            `Bu kayıt yüzünden fazla görünen ödemeniz siparişinize sayıldı; size yazdığımız ${formatLira(withdrawn)} iade yapılmayacak.`,
          ]
        : []),
      ...(checkout.open ? [paymentSentence(facts)] : []),
    ],
    slips: paymentSlips(facts),
  });
}

/** The seats of these lines were taken back: nobody paid in time, or an admin took them before. */
export function releasedMail(
  checkout: AdminCheckout,
  { to, ids, now }: { to: string; ids: string[]; now: Date },
  env: MailEnv,
): Mail {
  const { isOverdue } = factsAt(checkout, now);
  const paid = checkout.method === 'transfer' ? paymentTexts.lateTransfer : 'Ödemeyi yaptıysanız bize yazın.';
  const lines = checkout.orders.filter(({ id }) => ids.includes(id));
  return checkoutMail(checkout, to, env, {
    lines,
    kind: 'order_released',
    title: isOverdue ? 'Süresi doldu, yeriniz boşaltıldı' : 'Yeriniz boşaltıldı',
    paragraphs: [
      ...(isOverdue
        ? [
            `Siparişinizin ödemesi ${dueWords(checkout.due_at)} bize ulaşmadı; yeriniz artık ayrılmış değil.`,
            `${paid} Yeniden yer ayırtmak isterseniz atölyeler sayfasına bakabilirsiniz.`,
          ]
        : [
            'Siparişinizde ödenmemiş olan yeri boşalttık; yeriniz artık ayrılmış değil, ödeme de yapmanız gerekmiyor.',
            'Yeriniz dursun istiyorsanız ya da ödemeyi yaptıysanız bize yazın.',
          ]),
      takeOutOfCalendar,
    ],
    calendar: lines.map(orderEntry),
  });
}

/**
 * `releasedAt` says when the seats are taken back where nobody pays; undefined where they are not, as those of an order
 * due at its start. What is sent once the due date is over says so.
 */
export function dueSoonMail(
  checkout: AdminCheckout,
  { to, releasedAt, until }: { to: string; releasedAt: Date | undefined; until: Date },
  env: MailEnv,
): Mail {
  const missing = checkout.open < priceOfStanding(checkout) ? 'Ödemenizin kalanı' : 'Siparişinizin ödemesi';
  const write = (isOverdue: boolean) => {
    const facts = { ...checkout, isOverdue };
    return checkoutMail(checkout, to, env, {
      kind: 'payment_warning',
      title: 'Ödemeniz bekleniyor',
      paragraphs: [
        `${missing} henüz bize ulaşmadı. Ödediyseniz bu e-postayı dikkate almayın.`,
        paymentSentence(facts),
        ...(releasedAt ? [releaseSentence(facts, releasedAt)] : []),
      ],
      slips: paymentSlips(facts),
    });
  };
  return {
    ...write(false),
    later: { from: checkout.due_at, parts: write(true).parts },
    daytime: { until: (releasedAt ?? until).toISOString() },
  };
}

/**
 * As `dueSoonMail`, to whoever took seats over of a buyer who was erased since: `open` is what is to be paid for these.
 * Says nothing of the erasure.
 */
export const takenSeatDueMail = (
  event: SeatProduct,
  {
    to,
    seats,
    open,
    releasedAt,
    until,
  }: { to: string; seats: number; open: number; releasedAt: Date | undefined; until: Date },
): Mail => ({
  ...eventMail(event, to, 'payment_warning', {
    title: 'Yerinizin ödemesi bekleniyor',
    paragraphs: [
      'Merhaba,',
      `Size devredilen “${event.title}” atölyesindeki ${seats > 1 ? `${seats} yer` : 'yer'} için ${formatLira(open)} henüz ödenmedi; siparişi veren kişi artık ödeyemez. Ödemeyi siz yapmak isterseniz bu e-postayı yanıtlayın ya da bizi arayın.`,
      ...(releasedAt ? [lossSentence(releasedAt.toISOString())] : []),
    ],
  }),
  daytime: { until: (releasedAt ?? until).toISOString() },
});

/** To whoever took seats over of a buyer who was erased since: all of the order is paid. */
export const takenSeatPaidMail = (event: SeatProduct, { to }: { to: string }): Mail =>
  eventMail(event, to, 'order_paid', {
    title: 'Yerinizin ödemesi alındı',
    paragraphs: [
      'Merhaba,',
      `Size devredilen “${event.title}” atölyesindeki yerinizin ödemesi bize ulaştı. Teşekkür ederiz.`,
    ],
  });

export const dueMovedMail = (checkout: AdminCheckout, to: string, env: MailEnv): Mail =>
  checkoutMail(checkout, to, env, {
    kind: 'payment_due_moved',
    title: 'Son ödeme gününüz değişti',
    paragraphs: [paymentSentence(checkout)],
    slips: paymentSlips(checkout),
  });

/** `order_id` is the line that was paid back; null where the refund is for none. */
export const refundDoneMail = (
  checkout: AdminCheckout,
  { to, amount, order_id }: { to: string; amount: number; order_id: string | null },
  env: MailEnv,
): Mail =>
  checkoutMail(checkout, to, env, {
    ...(order_id && { lines: checkout.orders.filter(({ id }) => id === order_id) }),
    kind: 'refund_done',
    title: 'İadeniz yapıldı',
    paragraphs: [
      `${formatLira(amount)} iadenizi yaptık. Bankanıza göre hesabınıza geçmesi birkaç gün sürebilir.`,
      `Sipariş günü: ${formatDate(checkout.created_at)}.`,
    ],
  });
