import type { Order } from '../../contract/orders.ts';
import { formatDate, formatLira, formatTime } from '../../shared/format.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { Env } from '../env.ts';
import type { Mail } from '../mail/outbox.service.ts';

const total = (orders: Order[]) => orders.reduce((sum, order) => sum + Math.round(order.price * 100), 0) / 100;

const fullName = ({ name, surname }: Order['participants'][number]) => (surname ? `${name} ${surname}` : name);

const titleOf = (orders: Order[]) =>
  orders.length === 1 ? (orders[0] as Order).event_title : `${orders.length} atölye`;

const detailRows = (order: Order): [string, string][] => [
  ['Etkinlik', order.event_title],
  ['Tarih', `${formatDate(order.date)}, ${formatTime(order.time)}`],
  ['Yer', order.location],
];

/** To the buyer: the orders of one checkout, with a calendar file. */
export function confirmationMail(orders: Order[], buyer: { name: string; email: string }, env: Env): Mail {
  const code = orders[0]?.code ?? '';
  return {
    kind: 'order_confirmation',
    to: buyer.email,
    subject: `Yeriniz ayrıldı: ${titleOf(orders)}`,
    parts: {
      title: 'Yeriniz ayrıldı',
      paragraphs: [
        `Merhaba ${buyer.name}, siparişiniz bize ulaştı. Sipariş kodunuz ${code}.`,
        'Etkinliği takviminize eklemek için ekteki dosyayı açmanız yeterli.',
      ],
      table: [
        ...orders.flatMap((order): [string, string][] => [
          ...detailRows(order),
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

/** To the practice: what was sold. Participants are not named, as mail is not encrypted. */
export function practiceOrderMail(orders: Order[], env: Env): Mail {
  return {
    kind: 'order_notice',
    subject: `Yeni sipariş: ${titleOf(orders)}`,
    parts: {
      title: 'Yeni bir sipariş var',
      paragraphs: [`Sipariş kodu ${orders[0]?.code ?? ''}. Katılımcılar yönetim alanında.`],
      table: [
        ...orders.flatMap((order): [string, string][] => [
          ...detailRows(order),
          ['Adet', `${order.quantity}`],
          ['Tutar', formatLira(order.price)],
        ]),
        ['Toplam', formatLira(total(orders))],
      ],
      button: { label: 'Siparişleri aç', url: `${env.siteUrl}/admin/orders` },
    },
  };
}

/** To everybody with a seat: the product's new day, time and place, as text and as a calendar file. */
export function productChangedMail(product: SeatProduct, orderId: string, to: string): Mail {
  const { title, date, time, location } = product;
  return {
    kind: 'event_moved',
    to,
    subject: `Etkinlik bilgileri değişti: ${title}`,
    parts: {
      title: 'Etkinliğin bilgileri değişti',
      paragraphs: [
        `Merhaba, yer ayırttığınız “${title}” etkinliğinin gün, saat ya da yer bilgisi değişti. Güncel bilgiler aşağıda; yeriniz ayrılmış olarak duruyor.`,
        'Takviminizdeki kaydı yenilemek için ekteki dosyayı açmanız yeterli.',
      ],
      table: [
        ['Etkinlik', title],
        ['Tarih', `${formatDate(date)}, ${formatTime(time)}`],
        ['Yer', location],
      ],
      closing: ['Yeni zaman size uymuyorsa bu e-postayı yanıtlayabilir ya da bizi arayabilirsiniz.'],
    },
    calendar: [{ uid: orderId, title, date, time, location }],
  };
}
