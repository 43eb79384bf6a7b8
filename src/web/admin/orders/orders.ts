import type { DoorParticipant } from '../../../contract/door.ts';
import type { AllEndpoints, Reply } from '../../../contract/endpoints.ts';
import type { OrderStatus, ParticipantAnswer } from '../../../contract/orders.ts';
import { compare } from '../../../shared/collation.ts';
import { toCsv } from '../../../shared/csv.ts';
import { formatTime } from '../../../shared/format.ts';
import { joinName } from '../../../shared/names.ts';
import { formatPhone } from '../../../shared/phone.ts';
import { formatInstant, formatShortDay } from '../csv.ts';

export type AdminOrder = Reply<AllEndpoints['GET /api/admin/orders']>[number];

export const statusNames: Record<OrderStatus, string> = {
  reserved: 'Yer ayrıldı',
  paid: 'Ödendi',
  cancelled: 'İptal edildi',
};

export const statusTones: Record<OrderStatus, string> = { reserved: 'warn', paid: 'ok', cancelled: 'mute' };

/** What cancelling an order brings, said before it is done. No mail reaches whoever left a phone number only. */
export function cancelText({ code, quantity, status, price, buyer_email, buyer_phone }: AdminOrder): string {
  const sentences = [`${code} kodlu siparişin ${quantity} kontenjanı yeniden satışa açılır.`];
  if (status === 'paid' && price > 0) sentences.push('Gelen ödeme, Ödemeler’de geri ödenecekler arasına girer.');
  if (buyer_email) sentences.push('Alıcıya e-posta gider.');
  else if (buyer_phone) sentences.push(`Alıcının e-posta adresi yok, siz arayın: ${formatPhone(buyer_phone)}.`);
  return sentences.join(' ');
}

/**
 * Buyers who hold seats and have left a phone number only, once each: no mail reaches them. Of an event that was called
 * off those whose orders ended before are among them.
 */
export const buyersToCall = (orders: AdminOrder[], calledOff: boolean): [phone: string, name: string | null][] => [
  ...new Map(
    orders.flatMap(({ status, buyer_email, buyer_phone, buyer_name }) =>
      (status === 'cancelled' && !calledOff) || buyer_email || !buyer_phone ? [] : [[buyer_phone, buyer_name] as const],
    ),
  ),
];

export function ordersCsv(orders: AdminOrder[]): string {
  const head = [
    ...['Sipariş kodu', 'Sipariş zamanı', 'Atölye', 'Tarih', 'Saat', 'Konum'],
    ...['Alıcı', 'E-posta', 'Telefon', 'Katılımcılar', 'Adet', 'Tutar (₺)', 'Durum'],
  ];
  return toCsv(
    head,
    orders.map((order) => [
      ...[order.code, formatInstant(order.created_at), order.event_title, formatShortDay(order.date)],
      ...[formatTime(order.time), order.location, order.buyer_name ?? '', order.buyer_email ?? ''],
      ...[
        formatPhone(order.buyer_phone),
        order.participants.map(joinName).join(', '),
        order.quantity,
        order.price,
        statusNames[order.status],
      ],
    ]),
  );
}

export function seatsCsv(seats: Seat[]): string {
  const head = ['Ad', 'Soyad', 'Alıcı', 'E-posta', 'Telefon', 'Sipariş kodu', 'Durum', 'Ödenecek (₺)', 'Soru', 'Yanıt'];
  return toCsv(
    head,
    seats.map(({ name, surname, order, open, answer }) => [
      ...[name, surname, order.buyer_name ?? '', order.buyer_email ?? '', formatPhone(order.buyer_phone)],
      ...[order.code, statusNames[order.status], open],
      ...[answer?.question ?? '', answer?.answer ?? ''],
    ]),
  );
}

export interface Seat {
  id: string;
  /** In its line; undefined where nothing is known of its participant. */
  position: number | undefined;
  name: string;
  surname: string;
  /** Whether somebody took it over: the buyer's address and number are not theirs. */
  handedOn: boolean;
  order: AdminOrder;
  /** What is still to be paid for it, in lira. */
  open: number;
  answer: ParticipantAnswer | undefined;
}

/**
 * All seats of orders that are not cancelled, by surname; also those whose person was erased. What is open is what the
 * door asks for.
 */
export function seatsOf(
  orders: AdminOrder[],
  answers: ParticipantAnswer[] = [],
  atDoor: Pick<DoorParticipant, 'id' | 'open'>[] = [],
): Seat[] {
  const opens = new Map(atDoor.map(({ id, open }) => [id, open]));
  const left = [...answers];
  /** Each answer once: two participants of an order may have one name. */
  const takeAnswer = (orderId: string, person: AdminOrder['participants'][number] | undefined) => {
    const index = left.findIndex(
      ({ order_id, name, surname }) => order_id === orderId && name === person?.name && surname === person.surname,
    );
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  return orders
    .filter(({ status }) => status !== 'cancelled')
    .flatMap((order) =>
      Array.from({ length: order.quantity }, (_, index) => ({
        id: `${order.id}-${index}`,
        position: order.participants[index]?.position,
        name: order.participants[index]?.name ?? '(silinmiş kişi)',
        surname: order.participants[index]?.surname ?? '',
        handedOn: order.participants[index]?.handed_on ?? false,
        order,
        open: opens.get(`${order.id}-${order.participants[index]?.position}`) ?? 0,
        answer: takeAnswer(order.id, order.participants[index]),
      })),
    )
    .sort((a, b) => compare(a.surname || a.name, b.surname || b.name) || compare(a.name, b.name));
}

/** Seats in the order in which people say their names, in the Turkish alphabet. */
export const byName = (seats: Seat[]): Seat[] =>
  seats.toSorted((a, b) => compare(`${a.name} ${a.surname}`, `${b.name} ${b.surname}`));
