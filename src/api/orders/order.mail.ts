import type { Order } from '../../contract/orders.ts';
import { formatDate, formatLira, formatTime } from '../../shared/format.ts';
import type { Env } from '../env.ts';
import type { Mail } from '../mail/outbox.service.ts';

const total = (orders: Order[]) => orders.reduce((sum, order) => sum + Math.round(order.price * 100), 0) / 100;

const fullName = ({ name, surname }: Order['participants'][number]) => (surname ? `${name} ${surname}` : name);

const names = (orders: Order[]) => (orders.length === 1 ? (orders[0] as Order).event_title : `${orders.length} atölye`);

const about = (order: Order): [string, string][] => [
  ['Etkinlik', order.event_title],
  ['Tarih', `${formatDate(order.date)}, ${formatTime(order.time)}`],
  ['Yer', order.location],
];

/** To the buyer: what was reserved, for whom, and the days as a calendar file. All of one checkout. */
export function confirmationMail(orders: Order[], buyer: { name: string; email: string }, env: Env): Mail {
  const code = orders[0]?.code ?? '';
  return {
    kind: 'order_confirmation',
    to: buyer.email,
    subject: `Yeriniz ayrıldı: ${names(orders)}`,
    parts: {
      title: 'Yeriniz ayrıldı',
      paragraphs: [
        `Merhaba ${buyer.name}, siparişiniz bize ulaştı. Sipariş kodunuz ${code}.`,
        'Etkinliği takviminize eklemek için ekteki dosyayı açmanız yeterli.',
      ],
      table: [
        ...orders.flatMap((order): [string, string][] => [
          ...about(order),
          ['Katılımcılar', order.participants.map(fullName).join(', ')],
          ['Tutar', `${order.quantity} × ${formatLira(order.unit_price)} = ${formatLira(order.price)}`],
        ]),
        ['Toplam', formatLira(total(orders))],
      ],
      button: { label: 'Siparişlerim', url: `${env.siteUrl}/orders` },
      closing: [
        'Ödemeyi havale ya da EFT ile veya merkezde, etkinlikten en geç 3 gün öncesine kadar yapabilirsiniz. Hesap bilgileri ve sorularınız için bu e-postayı yanıtlayabilir ya da bizi arayabilirsiniz.',
        `Mesafeli satış sözleşmesi: ${env.siteUrl}/yasal/mesafeli-satis`,
        `İptal ve iade koşulları: ${env.siteUrl}/yasal/iptal-ve-iade`,
      ],
    },
    calendar: orders.map((order) => ({
      uid: order.id,
      title: order.event_title,
      date: order.date,
      time: order.time,
      location: order.location,
      description: `Sipariş kodu: ${code}`,
    })),
  };
}

/** To the practice: what was sold. Who comes stays in the admin area: mail is an open postcard. */
export function noticeMail(orders: Order[], env: Env): Mail {
  return {
    kind: 'order_notice',
    subject: `Yeni sipariş: ${names(orders)}`,
    parts: {
      title: 'Yeni bir sipariş var',
      paragraphs: [`Sipariş kodu ${orders[0]?.code ?? ''}. Katılımcılar yönetim alanında.`],
      table: [
        ...orders.flatMap((order): [string, string][] => [
          ...about(order),
          ['Adet', `${order.quantity}`],
          ['Tutar', formatLira(order.price)],
        ]),
        ['Toplam', formatLira(total(orders))],
      ],
      button: { label: 'Siparişleri aç', url: `${env.siteUrl}/admin/orders` },
    },
  };
}
