import { formatUntil } from '../../shared/until.ts';
import type { Contact } from '../account/contacts.service.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import { greeting } from '../mail/greeting.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';
import { eventMail, eventSheet } from '../orders/mailParts.ts';

type Event = Pick<SeatProduct, 'title' | 'slug' | 'date' | 'time' | 'duration_minutes' | 'location' | 'starts_at'>;

const seats = (quantity: number) => (quantity === 1 ? 'yer' : `${quantity} kişilik yer`);

/** Seats are held for somebody who waited; with `isShorter` not as long as they were told, since the event moved. */
export const offerMail = (
  event: Event,
  { name, email }: Contact,
  { quantity, until, isShorter = false }: { quantity: number; until: Date; isShorter?: boolean },
  siteUrl: string,
): Mail => ({
  ...titledMail(email, 'waitlist_offer', {
    title: isShorter ? 'Yerinizi almak için süreniz değişti' : 'Sıra sizde',
    paragraphs: [
      greeting(name),
      isShorter
        ? `Sizin için yer ayırdığımız “${event.title}” atölyesinin günü ya da saati değişti; süreniz bu yüzden kısaldı.`
        : `“${event.title}” için beklediğiniz ${seats(quantity)} boşaldı ve sizin için ayrıldı.`,
      `Yerinizi ${formatUntil(until.toISOString())} alabilirsiniz. O saate kadar almazsanız sıradaki kişiye geçer.`,
    ],
    events: [eventSheet(event, [['Kişi', `${quantity}`]])],
    button: { label: 'Yerimi al', url: `${siteUrl}/orders` },
    closing: [
      'Gelemeyecekseniz aynı sayfadan “Vazgeç” derseniz yer hemen sıradaki kişiye geçer. Bağlantıyı açmak hiçbir şeyi değiştirmez.',
    ],
  }),
  subject: `${isShorter ? 'Süreniz değişti' : 'Sıra sizde'}: ${event.title}`,
  until: until.toISOString(),
});

/** An offer ended without an answer; `isOpen` where its seats are for whoever comes first now. */
export const lapsedMail = (event: Event, { name, email }: Contact, isOpen: boolean, siteUrl: string): Mail => ({
  ...titledMail(email, 'waitlist_lapsed', {
    title: 'Sizin için ayrılan yerin süresi doldu',
    paragraphs: [
      greeting(name),
      `“${event.title}” için size ayrılan yer süresi içinde alınmadığı için artık ayrılmış değil. ${
        isOpen
          ? 'Başlamasına az kaldığı için yerler şimdi ilk gelene veriliyor; kaldıysa atölyenin sayfasından alabilirsiniz.'
          : 'Dilerseniz atölyenin sayfasından, kaldıysa hemen bir yer alabilir, kalmadıysa yeniden sıraya girebilirsiniz.'
      }`,
    ],
    events: [eventSheet(event)],
    button: { label: 'Atölyeye bak', url: `${siteUrl}/products/${event.slug}` },
  }),
  subject: `Ayrılan yerin süresi doldu: ${event.title}`,
  until: event.starts_at.toISOString(),
});

/** Shortly before the start seats are for whoever comes first: all who gain by them are told at the same moment. */
export const openToAllMail = (event: Event, { name, email }: Contact, siteUrl: string): Mail => ({
  ...titledMail(email, 'waitlist_open', {
    title: 'Yer açıldı',
    paragraphs: [
      greeting(name),
      `Sırada beklediğiniz “${event.title}” atölyesinde yer açıldı. Başlamasına az kaldığı için yerler sıraya göre değil, ilk gelene veriliyor; bu yerleri bekleyenlere aynı anda yazdık.`,
    ],
    events: [eventSheet(event)],
    button: { label: 'Atölyeye git', url: `${siteUrl}/products/${event.slug}` },
  }),
  subject: `Yer açıldı, ilk gelen alır: ${event.title}`,
  until: event.starts_at.toISOString(),
});

/** The event was taken off the programme, and its line with it. */
export const lineClosedMail = (event: Event, { name, email }: Contact): Mail =>
  eventMail(event, email, 'waitlist_closed', {
    title: 'Bekleme listesi kapandı',
    paragraphs: [
      greeting(name),
      `Sırada beklediğiniz “${event.title}” atölyesi programımızdan kaldırıldı; bekleme listesi de kapandı.`,
    ],
    closing: [],
  });
