import { formatDate, formatTime } from '../../shared/format.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { Mail } from '../mail/outbox.service.ts';

/** To everybody with a seat: where and when the event takes place now, as words and as a calendar file. */
export function movedMail(event: SeatProduct, orderId: string, to: string): Mail {
  const { title, date, time, location } = event;
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
