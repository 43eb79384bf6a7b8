import { formatLira } from '../../shared/format.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { Env } from '../env.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';
import type { Seat } from '../tickets/tickets.ts';
import { addToCalendar, eventMail, eventSheet, pickEvent, questions, type SeatEntry } from './mailParts.ts';

/**
 * To whoever took a seat over, with what is still to be paid for it, in lira. Carries none of their words: anybody can
 * type any address.
 */
export const takenOverMail = (
  product: SeatProduct,
  { to, entry, seat, open }: { to: string; entry: SeatEntry; seat: Seat; open: number },
): Mail => ({
  ...titledMail(to, 'seat_taken_over', {
    title: 'Yer artık sizin',
    paragraphs: [
      'Merhaba,',
      `Size devredilen “${product.title}” atölyesindeki yer artık sizin adınıza.`,
      ...(open
        ? [`Bu yer için ${formatLira(open)} henüz ödenmedi. Siparişi veren kişi zamanında ödemezse yer boşaltılabilir.`]
        : []),
      addToCalendar,
    ],
    events: [eventSheet(product)],
    closing: [`Bu yeri siz almadıysanız lütfen bize haber verin. ${questions}`],
  }),
  subject: `Yeriniz hazır: ${product.title}`,
  tickets: { seats: [{ ...seat, handed_on: true, isNamed: false }], hasPdf: false, isNew: true },
  calendar: [{ ...pickEvent(product), ...entry }],
});

/** To the buyer: somebody used the link. Does not name the new person, whose words these would be. */
export const handedOnMail = (
  product: SeatProduct,
  { to, code }: { to: string; code: string },
  { siteUrl }: Pick<Env, 'siteUrl'>,
): Mail =>
  eventMail(product, to, 'seat_handed_on', {
    title: 'Yeriniz devredildi',
    paragraphs: [
      'Merhaba,',
      `${code} kodlu siparişinizdeki bir yer, gönderdiğiniz bağlantıyla devralındı. Yeni katılımcıyı siparişlerinizde görebilirsiniz.`,
    ],
    button: { label: 'Siparişlerim', url: `${siteUrl}/orders` },
    closing: [`Bağlantıyı siz göndermediyseniz lütfen bize haber verin. ${questions}`],
  });
