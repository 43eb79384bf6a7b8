import type { Checkout } from '../../contract/checkouts.ts';
import { payingTexts } from '../../contract/paying.texts.ts';
import {
  formatClock,
  formatDate,
  formatDay,
  formatDayMonth,
  formatLira,
  formatNumber,
  formatPrice,
} from '../../shared/format.ts';
import { untilTime } from '../../shared/until.ts';
import { splitByTime } from './orders.ts';

/** A day with its dative: `24 Kasım’a`. */
export const untilDay = (moment: string): string => {
  const day = formatDayMonth(moment);
  return `${day}${/(?:Eylül|Ekim)$/.test(day) ? '’e' : '’a'}`;
};

const isDayEnd = (moment: string) => formatClock(moment) === '23.59';

/** Until when something is to be paid: `24 Kasım’a kadar`, with the hour where that is the start of an event. */
const untilDue = (due_at: string): string =>
  isDayEnd(due_at) ? `${untilDay(due_at)} kadar` : `${formatDayMonth(due_at)} ${untilTime(formatClock(due_at))}`;

/** As `untilDue`, with year and weekday: `24 Kasım 2026 Salı gününe kadar`. */
export const untilDueDay = (due_at: string): string =>
  `${formatDay(due_at)} ${isDayEnd(due_at) ? 'gününe kadar' : untilTime(formatClock(due_at))}`;

/** The state of a sheet in words, with a colour: that of its checkout, or that all its own lines are cancelled. */
export function sheetLabel(
  { checkout, lines }: Pick<Sheet, 'checkout' | 'lines'>,
  now: Date,
): { text: string; tone: 'warn' | 'ok' | 'err' | 'mute' } {
  const isOverdue = new Date(checkout.due_at) < now;
  // An admin may take seats back before their term is over.
  if (checkout.state === 'released')
    return { text: isOverdue ? 'Süresi doldu, yeriniz boşaltıldı' : 'Yeriniz boşaltıldı', tone: 'err' };
  if (lines.every(({ status }) => status === 'cancelled')) return { text: 'İptal edildi', tone: 'mute' };
  if (checkout.state === 'paid') return { text: checkout.total ? 'Ödendi' : formatPrice(0), tone: 'ok' };
  if (isOverdue) return { text: `Ödeme gecikti · son gün ${formatDayMonth(checkout.due_at)}`, tone: 'err' };
  return { text: `Ödeme bekleniyor · ${untilDue(checkout.due_at)}`, tone: 'warn' };
}

/** What it means that the seats were taken back: who sent the money already need not order again. */
export function releasedSentence({ method, paid }: Pick<Checkout, 'method' | 'paid'>, past: boolean): string {
  const what = paid
    ? 'Ödemeniz yeriniz boşaltıldıktan sonra ulaştı; aynı yer yeniden ayrılamadı.'
    : 'Ödemesi gelmeyen yerleriniz boşaltıldı.';
  if (past) return what;
  const late = method === 'transfer' && !paid ? ` ${payingTexts.lateTransfer}` : '';
  return `${what}${late} Yeniden katılmak isterseniz atölyeyi tekrar sepetinize ekleyin.`;
}

/** Ways to pay besides the card that a checkout can be changed to. */
export const otherMethods = ({ method, methods }: Checkout): ('transfer' | 'onsite')[] =>
  methods.filter((each): each is 'transfer' | 'onsite' => each !== method && each !== 'card');

/** What to know of the chosen way to pay. */
export function methodSentence({ method, methods, bank }: Pick<Checkout, 'method' | 'methods' | 'bank'>): string {
  if (method === 'onsite') return 'Merkezimizde ödeyeceksiniz.';
  if (method === 'card')
    return methods.includes('card')
      ? 'Bankanızın güvenli sayfasında kartla ödersiniz.'
      : 'Kartla ödeme şu anda sunulmuyor; lütfen başka bir yol seçin.';
  if (!bank) return payingTexts.noIban;
  const name = bank.bank && ` Banka: ${bank.bank}`.replace(/\.?$/, '.');
  return `Açıklamaya bu kodu yazın; ödemenizi onunla tanırız.${name}`;
}

/**
 * A sentence for each refund of a line, or with null of no certain line, then also for what was paid too much;
 * withdrawn refunds have none.
 */
export function refundSentences(
  { code, refunds, state, overpaid }: Pick<Checkout, 'code' | 'refunds' | 'state' | 'overpaid'>,
  line: string | null,
) {
  const valid = refunds.filter((refund) => refund.state !== 'void');
  const sentences = valid
    .filter(({ order_id }) => order_id === line)
    .map((refund) => ({ id: refund.id, text: refundSentence(refund) }));
  // Money whose refund the practice withdrew is promised to nobody.
  if (overpaid && !line && state === 'paid' && valid.length === refunds.length)
    sentences.push({ id: code, text: payingTexts.overpaid(formatLira(overpaid)) });
  return sentences;
}

function refundSentence({ amount, state, due_at }: Checkout['refunds'][number]): string {
  if (state === 'done') return `${formatLira(amount)} geri ödendi.`;
  if (state === 'sent') return `${formatLira(amount)} geri gönderildi; hesabınıza geçmesi birkaç gün sürebilir.`;
  return `${formatLira(amount)} geri ödenecek, en geç ${formatDate(due_at)} günü.`;
}

/** An amount as banking apps take it: `2080,00`. */
export const bankAmount = (lira: number): string => formatNumber(lira, 2).replaceAll('.', '');

/** Says what to do after the order was made. */
export function nextStep({ state, method, open, due_at, bank, card }: Checkout): string {
  if (state === 'paid') return 'Yeriniz ayrıldı. Yapmanız gereken başka bir şey yok.';
  // The seats went meanwhile: the order itself says what that means.
  if (state !== 'open') return '';
  if (card?.state === 'waiting') return 'Ödemenizin sonucu aşağıda görünecek.';
  const sum = formatLira(open);
  if (method === 'onsite') return `Yeriniz ayrıldı. ${sum} tutarını ${untilDue(due_at)} merkezimizde ödeyin.`;
  if (method === 'card') return `Sırada ödeme var: ${sum} tutarını ${untilDue(due_at)} aşağıdan kartla ödeyin.`;
  if (!bank) return `Yeriniz ayrıldı. ${sum} için hesap bilgilerini size ayrıca yazacağız.`;
  return `Sırada ödeme var: ${sum} tutarını ${untilDue(due_at)} aşağıdaki hesaba gönderin, açıklamaya ${bank.reference} yazın.`;
}

/** A checkout with those of its lines that belong to one list. */
export interface Sheet {
  checkout: Checkout;
  lines: Checkout['orders'];
  /** Whether it is the one sheet of its checkout with payment, documents and refunds of no particular line. */
  isMain: boolean;
}

/** The lists of the page: the day of a line decides its list; lines of one checkout share a sheet in each list. */
export function toSheets(checkouts: Checkout[], now: Date): Record<'upcoming' | 'cancelled' | 'past', Sheet[]> {
  const { upcoming, cancelled, past } = splitByTime(
    checkouts.flatMap(({ orders }) => orders),
    now,
  );
  const shown = new Set<string>();
  const group = (lines: Checkout['orders']): Sheet[] => {
    const sheets = [...new Set(lines.map(({ code }) => code))].map((code) => ({
      checkout: checkouts.find((checkout) => checkout.code === code) as Checkout,
      lines: lines.filter((line) => line.code === code),
      isMain: !shown.has(code),
    }));
    for (const { checkout } of sheets) shown.add(checkout.code);
    return sheets;
  };
  return { upcoming: group(upcoming), cancelled: group(cancelled), past: group(past) };
}
