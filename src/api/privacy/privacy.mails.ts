import { formatLira } from '../../shared/format.ts';
import type { Row } from '../mail/blocks.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';
import type { FreedSeats } from '../orders/erasedSeats.service.ts';
import { eventSheet } from '../orders/mailParts.ts';

/** Tells a person that a copy of their data was taken; without a name, since not everybody has an account. */
export const dataExportedMail = (to: string, siteUrl: string, byPractice: boolean): Mail =>
  titledMail(to, 'data_exported', {
    title: 'Verilerinizin bir kopyası alındı',
    paragraphs: [
      'Merhaba,',
      byPractice
        ? 'Bu e-posta adresiyle ilgili sakladığımız bilgilerin bir kopyası az önce merkezimizin yönetim panelinden alındı.'
        : 'Hesabınızla ilgili sakladığımız bilgilerin bir kopyası az önce profil sayfanızdan indirildi.',
      byPractice
        ? 'Bizden böyle bir kopya istemediyseniz lütfen bize haber verin.'
        : 'Bunu siz yapmadıysanız şifrenizi hemen sıfırlayın ve bize haber verin.',
    ],
    ...(byPractice ? {} : { button: { label: 'Şifremi sıfırla', url: `${siteUrl}/forgot-password` } }),
  });

/** To the practice: seats that an erasure put back on sale. Does not name the person, who asked to be forgotten. */
export function seatsFreedMail(freed: FreedSeats[], siteUrl: string): Mail {
  const refund = freed.reduce((sum, seats) => sum + seats.refund, 0);
  const titles = new Set(freed.map(({ event }) => event.title));
  return {
    ...titledMail(undefined, 'seats_freed', {
      title: 'Silinen bir kişinin yerleri boşaldı',
      paragraphs: [
        'Bir kişinin verileri silindi. Başlamamış atölyelerdeki yerleri iptal edildi; boşalan yerler sırada bekleyenlere ayrıldı ya da yeniden satışa açıldı.',
      ],
      events: freed.map(({ code, event, quantity, refund }) =>
        eventSheet(event, [
          ['Yer sayısı', `${quantity}`],
          ['Sipariş kodu', code],
          ...(refund ? [['İade edilecek', formatLira(refund)] satisfies Row] : []),
        ]),
      ),
      button: { label: 'Siparişleri aç', url: `${siteUrl}/admin/orders` },
      ...(refund ? { closing: ['İade, ödemeler ekranında bir iş olarak bekliyor.'] } : {}),
    }),
    subject: `Boşalan yerler: ${titles.size > 1 ? `${titles.size} atölye` : [...titles].join()}`,
  };
}
