import type { Order, OrderStatus } from '../../contract/orders.ts';
import { orderEntry } from '../../shared/calendar.ts';
import { formatLira, formatPrice } from '../../shared/format.ts';
import { toKurus, toLira } from '../../shared/money.ts';
import { joinName } from '../../shared/names.ts';
import type { Env } from '../env.ts';
import { greeting } from '../mail/greeting.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';
import { type PaymentFacts, paymentSentence, paymentSlips } from '../payments/payments.mails.ts';
import {
  addToCalendar,
  type DayFacts,
  dayParagraphs,
  dayRows,
  noDayFacts,
  type OtherLines,
  orderSheet,
  ordersButton,
  otherLinesSentence,
  questions,
  refundSentence,
  takeOutOfCalendar,
  titleOf,
} from './mailParts.ts';

/** Whoever bought, with an account or by phone. */
export interface Buyer {
  name: string;
  email: string;
  hasAccount: boolean;
}

const total = (orders: Order[]) => toLira(orders.reduce((sum, order) => sum + toKurus(order.price), 0));

/** `2 × 650 ₺ = 1.300 ₺`. */
const priceOf = ({ quantity, unit_price, price }: Order) =>
  price ? `${quantity} × ${formatLira(unit_price)} = ${formatLira(price)}` : formatPrice(price);

/**
 * To the buyer: the orders of one checkout and how to pay them, with a calendar file. `daysOf` says by order what is
 * needed on the day where no reminder will.
 */
export function confirmationMail(
  orders: Order[],
  buyer: Buyer,
  payment: PaymentFacts,
  env: Env,
  daysOf: ReadonlyMap<string, DayFacts> = new Map(),
): Mail {
  const code = orders[0]?.code ?? '';
  return {
    ...titledMail(buyer.email, 'order_confirmation', {
      title: 'Yeriniz ayrıldı',
      paragraphs: [
        greeting(buyer.name),
        `Siparişiniz bize ulaştı. Sipariş kodunuz ${code}.`,
        ...(total(orders) ? [paymentSentence(payment)] : []),
        'Atölyeyi takviminize ekteki takvim dosyasıyla ekleyebilirsiniz.',
        ...orders.flatMap(({ id, event_title }) =>
          dayParagraphs(daysOf.get(id) ?? noDayFacts, orders.length > 1 ? event_title : undefined),
        ),
      ],
      slips: paymentSlips(payment),
      events: orders.map((order) =>
        orderSheet(order, [
          ...dayRows(daysOf.get(order.id) ?? noDayFacts),
          ['Katılımcılar', order.participants.map(joinName).join(', ')],
          ['Tutar', priceOf(order)],
        ]),
      ),
      table: [['Toplam', total(orders) ? `${formatLira(total(orders))}, vergiler dâhil` : formatPrice(0)]],
      ...ordersButton(buyer.hasAccount, env.siteUrl),
      closing: [
        questions,
        `Mesafeli satış sözleşmesi: ${env.siteUrl}/yasal/mesafeli-satis`,
        `İptal ve iade koşulları: ${env.siteUrl}/yasal/iptal-ve-iade`,
      ],
    }),
    subject: `Yeriniz ayrıldı: ${titleOf(orders)}`,
    tickets: {
      seats: orders.flatMap(({ id, participants }) =>
        participants.map(({ position }) => ({ order_id: id, position, handed_on: false, isNamed: true })),
      ),
      hasPdf: true,
      isNew: true,
    },
    calendar: orders.map(orderEntry),
  };
}

/** To the practice: what was sold. Participants are not named, as mail is not encrypted. */
export function practiceOrderMail(orders: Order[], env: Env): Mail {
  return {
    ...titledMail(undefined, 'order_notice', {
      title: 'Yeni bir sipariş var',
      paragraphs: [`Sipariş kodu ${orders[0]?.code ?? ''}. Katılımcılar yönetim alanında.`],
      events: orders.map((order) =>
        orderSheet(order, [
          ['Adet', `${order.quantity}`],
          ['Tutar', formatPrice(order.price)],
        ]),
      ),
      table: [['Toplam', formatPrice(total(orders))]],
      button: { label: 'Siparişleri aç', url: `${env.siteUrl}/admin/orders` },
    }),
    subject: `Yeni sipariş: ${titleOf(orders)}`,
  };
}

/** What it means to the buyer that an order is cancelled, or is not any more. */
function toStatusWords(status: OrderStatus, refunded: number, others?: OtherLines): { title: string; text: string } {
  if (status === 'cancelled') {
    const refund = refunded ? ` ${refundSentence(refunded)}` : '';
    if (others)
      return {
        title: 'Yeriniz iptal edildi',
        text: `siparişiniz sürüyor; yalnızca bu atölyedeki yeriniz iptal edildi.${refund} ${otherLinesSentence(others)}`,
      };
    return {
      title: 'Siparişiniz iptal edildi',
      text: `siparişiniz iptal edildi; yerleriniz artık ayrılmış değil.${refund}`,
    };
  }
  return { title: 'Yeriniz yeniden ayrıldı', text: 'siparişinizde bu atölyedeki yeriniz yeniden ayrıldı.' };
}

/**
 * To the buyer: an order is cancelled, with what is paid back, or is not any more, with what was `received` for it and
 * how and until when to pay the rest. A calendar file takes it out or puts it in again.
 */
export function orderStatusMail(
  order: Order,
  facts: {
    buyer: Buyer;
    refund: number;
    received: number;
    others: OtherLines | undefined;
    payment: PaymentFacts & { total: number };
  },
  env: Env,
): Mail {
  const { buyer, refund, received, others, payment } = facts;
  const { title: heading, text } = toStatusWords(order.status, refund, others);
  const { event_title: title, code, status } = order;
  return {
    ...titledMail(buyer.email, `order_${status}`, {
      title: heading,
      paragraphs: [
        greeting(buyer.name),
        `${code} kodlu ${text}`,
        ...(received > 0 && payment.open ? [`${formatLira(received)} ödemeniz bize ulaştı.`] : []),
        ...(status !== 'cancelled' && payment.total ? [paymentSentence(payment)] : []),
        status === 'cancelled' ? takeOutOfCalendar : addToCalendar,
      ],
      slips: status === 'cancelled' ? [] : paymentSlips(payment),
      events: [
        orderSheet(order, [
          ['Katılımcılar', order.participants.map(joinName).join(', ')],
          ['Tutar', formatPrice(order.price)],
        ]),
      ],
      ...ordersButton(buyer.hasAccount, env.siteUrl),
      closing: [questions],
    }),
    subject: `${heading}: ${title}`,
    calendar: [orderEntry(order)],
  };
}
