import type { AdminCheckout } from '../../contract/checkouts.ts';
import { payingTexts } from '../../contract/paying.texts.ts';
import { orderEntry } from '../../shared/calendar.ts';
import { formatLira } from '../../shared/format.ts';
import type { SeatProduct } from '../catalog/seats.service.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { dueWords, lossSentence, paymentSentence, paymentSlips, releaseSentence } from '../payments/payments.mails.ts';
import { checkoutMail, factsAt, type MailEnv, priceOfStanding } from './checkoutMail.ts';
import { eventMail, takeOutOfCalendar } from './mailParts.ts';

/** The seats of these lines were taken back: nobody paid in time, or an admin took them before. */
export function releasedMail(
  checkout: AdminCheckout,
  { to, ids, now }: { to: string; ids: string[]; now: Date },
  env: MailEnv,
): Mail {
  const { isOverdue } = factsAt(checkout, now);
  const paid = checkout.method === 'transfer' ? payingTexts.lateTransfer : 'Ödemeyi yaptıysanız bize yazın.';
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
            `Yeriniz dursun istiyorsanız bize yazın. ${paid}`,
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

export const dueMovedMail = (checkout: AdminCheckout, to: string, env: MailEnv): Mail =>
  checkoutMail(checkout, to, env, {
    kind: 'payment_due_moved',
    title: 'Son ödeme gününüz değişti',
    paragraphs: [paymentSentence(checkout)],
    slips: paymentSlips(checkout),
  });
