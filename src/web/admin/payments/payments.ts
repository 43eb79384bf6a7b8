import type { AdminCheckout, CardAttempt, CheckoutState, RefundState } from '../../../contract/checkouts.ts';
import { paymentTexts } from '../../../contract/payments.texts.ts';
import type { Refund } from '../../../contract/payments.ts';
import { formatDate, formatDayMonth, formatLira, formatWeekday } from '../../../shared/format.ts';
import { toKurus, toLira } from '../../../shared/money.ts';
import { dayInIstanbul, dayMs } from '../../../shared/time.ts';

export type Payment = AdminCheckout['payments'][number];
type Tone = 'ok' | 'warn' | 'err' | 'info' | 'mute';

export const stateNames: Record<CheckoutState, string> = {
  open: 'Bekleniyor',
  paid: 'Ödendi',
  released: 'Yeri boşaltıldı',
  cancelled: 'İptal edildi',
};

export const methodNames: Record<Payment['method'], string> = {
  transfer: 'Havale/EFT',
  onsite: 'Merkezde',
  card: 'Kart',
  manual: 'Elle kaydedildi',
};

export const attemptNames: Record<CardAttempt['state'], string> = {
  open: 'Sonucu bekleniyor',
  paid: 'Ödendi',
  failed: 'Reddedildi',
};
export const attemptTones = { open: 'info', paid: 'ok', failed: 'mute' } as const;

const roundToKurus = (lira: number) => toLira(toKurus(lira));

/** Lira that were paid and are not being paid back: all of them, and those that no late cancellation keeps. */
export function refundable({ paid, kept, refunds }: Pick<AdminCheckout, 'paid' | 'kept' | 'refunds'>) {
  const all = paid - refunds.reduce((sum, { amount, state }) => sum + (state === 'void' ? 0 : amount), 0);
  return { all: roundToKurus(all), free: roundToKurus(all - kept) };
}

/** The likely amount of a refund: what was paid too much, else all that no late cancellation keeps; 0 for neither. */
export const expectedRefund = (checkout: Pick<AdminCheckout, 'overpaid' | 'paid' | 'kept' | 'refunds'>): number =>
  checkout.overpaid || Math.max(0, refundable(checkout).free);

const refundWords: Record<RefundState, string> = {
  asked: 'geri ödenecek',
  sent: 'geri gönderildi',
  done: 'geri ödendi',
  void: 'için geri ödemeden vazgeçildi',
};

/** What became of the refunds of a checkout: `650 ₺ geri ödenecek; 100,50 ₺ geri ödendi`. */
export const refundsSentence = (refunds: Pick<AdminCheckout['refunds'][number], 'amount' | 'state'>[]): string =>
  refunds.map(({ amount, state }) => `${formatLira(amount)} ${refundWords[state]}`).join('; ');

/** The likely amount of a payment that comes now: what is open, or the price of released seats; 0 without either. */
export function expectedAmount(
  checkout: Pick<AdminCheckout, 'state' | 'open' | 'released' | 'paid' | 'kept' | 'refunds'>,
): number {
  if (checkout.state !== 'released') return checkout.open;
  return Math.max(0, roundToKurus(checkout.released - refundable(checkout).all));
}

/** What recording a payment does beside paying what is open. */
export const paymentEffects: Record<CheckoutState, string | undefined> = {
  open: undefined,
  paid: 'Siparişin ödemesi tamam; bu tutar fazla ödeme olarak görünür.',
  released: 'Yer kaldıysa yeniden ayrılır; kalmadıysa ödemenin tamamı için geri ödeme görevi açılır.',
  cancelled: 'Sipariş iptal edilmiş; ödemenin tamamı için geri ödeme görevi açılır.',
};

/**
 * What became of a recorded payment; `before` is the state of its checkout until then. Too much may have been recorded
 * by somebody else meanwhile, so it is said.
 */
export function recordedSentence(
  { code, state, overpaid }: Pick<AdminCheckout, 'code' | 'state' | 'overpaid'>,
  before: CheckoutState,
  amount: number,
): string {
  if (state === 'released') return `Ödeme kaydedildi. ${code} için yer kalmadığından geri ödeme görevi açıldı.`;
  if (state === 'cancelled') return `Ödeme kaydedildi. ${code} iptal edildiğinden geri ödeme görevi açıldı.`;
  const more = overpaid ? `. Siparişe ${formatLira(overpaid)} fazla ödenmiş görünüyor` : '';
  return `${formatLira(amount)} kaydedildi${before === 'released' ? ', yeri yeniden ayrıldı' : ''}: ${code}${more}`;
}

/** Days in Istanbul from now to a moment: 0 today, below 0 in the past. */
export const daysUntil = (moment: string, now: Date): number =>
  Math.round((Date.parse(dayInIstanbul(new Date(moment))) - Date.parse(dayInIstanbul(now))) / dayMs);

/** When an open checkout must be paid, as people say it. */
export function dueLabel(due_at: string, now: Date): { text: string; tone: Tone } {
  const days = daysUntil(due_at, now);
  if (new Date(due_at) < now) {
    if (days === 0) return { text: 'bugün doldu', tone: 'err' };
    return { text: days === -1 ? 'dün doldu' : `${-days} gün geçti`, tone: 'err' };
  }
  if (days === 0) return { text: 'bugün', tone: 'warn' };
  return { text: days === 1 ? 'yarın' : formatDayMonth(due_at), tone: days === 1 ? 'warn' : 'mute' };
}

/** What to ask before the due day is moved: to one that is over, or after the day of an event, most often a slip. */
export function dueDayQuestion({ paid, orders }: Pick<AdminCheckout, 'paid' | 'orders'>, day: string, today: string) {
  const ask = (what: string, text: string, danger: boolean) => ({
    ...{ title: `${formatDate(day)} ${what}. Son ödeme günü bu olsun mu?`, text, danger },
    yes: 'Günü değiştir',
  });
  if (day < today && !paid)
    return ask(
      'geçti',
      'Ödenmeyen yerler sonraki iş günü 12.00’de, o da geçtiyse hemen boşaltılır; alıcıya e-posta gider.',
      true,
    );
  if (orders.some(({ status, date }) => status !== 'cancelled' && date < day))
    return ask('atölyenin gününden sonra', 'Ödenmeyen yerler boşaltılmaz: başlamış atölyelerin yerleri kalır.', false);
}

/** When the next overdue checkout loses its seats: `yerleri pazartesi 12.00’de boşalır`. */
export function releaseSentence(release_at: string, now: Date): string {
  if (new Date(release_at) <= now) return 'ödenmeyen yerler birazdan boşalır';
  const days = daysUntil(release_at, now);
  const near = days < 7 ? formatWeekday(release_at).toLocaleLowerCase('tr') : formatDayMonth(release_at);
  const day = ['bugün', 'yarın'][days] ?? near;
  return `ilk yerler ${day} 12.00’de boşalır`;
}

/** From so many days before the last holiday of the list on, the screen asks for those that follow. */
const holidayNoticeDays = 60;

/** What to read where the list of holidays soon ends or has ended: the owner alone adds to it. */
export function holidaysNote(last_holiday: string | null, now: Date): string | undefined {
  if (!last_holiday || daysUntil(last_holiday, now) > holidayNoticeDays) return undefined;
  return `Tatil günleri listesinin son günü ${formatDate(last_holiday)}. Sonraki tatilleri eklemezseniz ödenmeyen yerler o günlerde de boşaltılır.`;
}

/** Names whom a refund goes to; an erased buyer and a card payment without an order have no name. */
export const refundOwner = ({ buyer_name, reason }: Pick<Refund, 'buyer_name' | 'reason'>): string =>
  buyer_name ?? (reason === paymentTexts.noOrder ? 'sahibi bilinmiyor' : 'silinmiş kişi');

/** How many days are left to pay a refund. */
export function refundLabel(due_at: string, now: Date): { text: string; tone: Tone } {
  const days = daysUntil(due_at, now);
  if (days < 0) return { text: `${-days} gün gecikti`, tone: 'err' };
  if (days === 0) return { text: 'son gün bugün', tone: 'err' };
  return { text: `${days} gün kaldı`, tone: days <= 3 ? 'err' : 'mute' };
}

/** What is pressed next for a refund. */
export const nextRefundStep: Partial<Record<Refund['state'], { to: Refund['state']; label: string }>> = {
  asked: { to: 'sent', label: 'Gönderdim' },
  sent: { to: 'done', label: 'Hesaba geçti' },
};

/** The events of a checkout that stand, or all where none does, in one line: `Drama, 23 Kasım, 2 kişi`. */
export function eventsOf({ orders }: Pick<AdminCheckout, 'orders'>): string {
  const standing = orders.filter(({ status }) => status !== 'cancelled');
  const named = standing.length ? standing : orders;
  const people = named.reduce((sum, { quantity }) => sum + quantity, 0);
  const [first] = named;
  if (!first) return '';
  if (named.length > 1) return `${named.length} atölye, ${people} kişi`;
  return `${first.event_title}, ${formatDayMonth(first.date)}, ${people} kişi`;
}

/** How late a movement of a bank statement came: `, 2 gün gecikmeli`; nothing where it was in time. */
export function lateWords(day: string, due_at: string | undefined): string {
  const days = due_at ? -daysUntil(due_at, new Date(`${day}T12:00:00Z`)) : 0;
  return days > 0 ? `, ${days} gün gecikmeli` : '';
}

/** Whether the account that buyers pay to changed in the last 24 hours. */
export const hasChangedLately = (changed_at: string | null, now: Date): boolean =>
  changed_at !== null && now.getTime() - Date.parse(changed_at) < dayMs;
