import { catalogTexts, productNumbers } from '../../../contract/catalog.texts.ts';
import type { AdminProduct, QuestionKind, Withdrawal } from '../../../contract/catalog.ts';
import { formatDate, formatMoney, formatTime } from '../../../shared/format.ts';
import { maxPriceLira } from '../../../shared/limits.ts';
import { toKurus } from '../../../shared/money.ts';
import { describeMoney, formatMoneyInput, isUnlikelyPriceChange, parseMoneyInput } from '../../../shared/moneyInput.ts';
import { moneyTexts, timeTexts } from '../../../shared/texts.ts';
import { addDays, startsAt } from '../../../shared/time.ts';
import { seatNote } from '../../catalog/seatNote.ts';
import { serverNow } from '../../serverClock.ts';
import type { FieldErrors } from '../../ui/form.ts';
import { type Difference, diffFields } from '../diffFields.ts';
import { productLabels } from './productLabels.ts';

export const blankProduct = {
  title: '',
  price: '',
  description: '',
  stock: '',
  date: '',
  time: '',
  location: '',
  category: '',
  withdrawal: 'leisure',
  vat_rate: '20',
  status: 'published',
  question: '',
  question_kind: 'optional',
  duration_minutes: '120',
  min_participants: '0',
  decide_hours: '96',
  online_url: '',
  bring: '',
  leader: '',
  age_from: '',
  age_to: '',
  image1: undefined as File | undefined,
  image2: undefined as File | undefined,
};

/** The fields as typed; pictures only where new ones are chosen. */
export type ProductValues = typeof blankProduct;

const fieldNames = Object.keys(blankProduct) as (keyof ProductValues)[];

export const toValues = (product: AdminProduct): ProductValues => ({
  ...blankProduct,
  ...Object.fromEntries(fieldNames.map((name) => [name, String(product[name] ?? '')])),
  price: formatMoneyInput(toKurus(product.price)),
  image1: undefined,
  image2: undefined,
});

type SeatCounts = Pick<AdminProduct, 'stock' | 'seats_sold' | 'seats_offered'>;
const allSeats = ({ stock, seats_sold, seats_offered }: SeatCounts) => stock + seats_sold + seats_offered;

/** As `toValues`, with the seats that were sold or offered since the form was opened. */
export const savedValues = (current: AdminProduct, opened: AdminProduct): ProductValues =>
  toValues({ ...current, stock: opened.stock + allSeats(current) - allSeats(opened) });

/** As `toValues`, for a product of its own: with as many seats as the original has in all, and without its day. */
export const copiedValues = (original: AdminProduct): ProductValues =>
  toValues({ ...original, stock: allSeats(original), date: '' });

/** Rights of withdrawal as they are chosen. */
export const withdrawals = {
  leisure: 'Yok: belirli bir günde yapılan boş zaman etkinliği',
  days_14: '14 gün, etkinlik başlamadan önce',
} as const satisfies Record<Withdrawal, string>;

export const productStatuses = {
  published: 'Yayında: sitede görünür, satılır',
  draft: 'Taslak: sitede görünmez, satılmaz',
} as const satisfies Record<AdminProduct['status'], string>;

/** The states to choose from. A product that was called off stays what it is, as its pages have to say so. */
export const statusChoices = ({
  cancelled,
  status,
}: Pick<AdminProduct, 'cancelled' | 'status'>): Record<string, string> =>
  cancelled && status === 'published' ? { published: 'İptal edildi: artık satılmaz' } : productStatuses;

export const questionKinds = {
  optional: 'İsteğe bağlı',
  required: 'Yanıtlanmadan sipariş verilemez',
  health: 'Sağlıkla ilgili olabilir: isteğe bağlı, açık rızayla',
} as const satisfies Record<QuestionKind, string>;

/** What may be typed as a whole number: digits alone, so nothing negative. */
export const isWholeNumber = (value: string): boolean => /^\d{0,6}$/.test(value);

/** Props of a field for a whole number. */
export const wholeNumber = { inputMode: 'numeric', accepts: isWholeNumber } as const;

/** The hint of `decide_hours`; below 72 it warns that the cancellation terms may promise an earlier decision. */
export const decideHint = ({
  decide_hours,
  min_participants,
}: Pick<ProductValues, 'decide_hours' | 'min_participants'>): string =>
  decide_hours !== '' && Number(decide_hours) < 72 && Number(min_participants) > 0
    ? 'Sayı dolmamışsa o zaman size sorulur. İptal koşullarınız en geç 72 saat önce haber vereceğinizi söylüyorsa 72’den az yazmayın.'
    : 'Sayı dolmamışsa o zaman size sorulur.';

/** What may be typed as an age. */
export const isAge = (value: string): boolean => /^\d{0,3}$/.test(value);

const { title, description, location, category } = catalogTexts;
/** What to say where a field is missing. */
const missingTexts = { title, description, price: moneyTexts.wrong, ...timeTexts, location, category };

/** What is missing, checked before anything is sent; `stored` has the pictures that stay. */
export function checkProduct(
  values: ProductValues,
  stored: { image1: string; image2: string } | undefined,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const [field, text] of Object.entries(missingTexts)) {
    if (!values[field as keyof typeof missingTexts].trim()) errors[field] = text;
  }
  for (const [field, { min, max, text }] of Object.entries(productNumbers)) {
    const value = values[field as keyof typeof productNumbers];
    if (!/^\d{1,6}$/.test(value) || Number(value) < min || Number(value) > max) errors[field] = text;
  }
  for (const field of ['age_from', 'age_to'] as const) {
    if (Number(values[field]) > 120) errors[field] = catalogTexts.age;
  }
  if (values.age_to && Number(values.age_to) < Number(values.age_from)) errors.age_to ??= catalogTexts.ages;
  if (values.online_url.trim() && !/^https:\/\/[^\s/]\S*$/i.test(values.online_url.trim()))
    errors.online_url = catalogTexts.onlineUrl;
  const price = parseMoneyInput(values.price, maxPriceLira);
  if (!errors.price && 'problem' in price) errors.price = price.problem;
  for (const image of ['image1', 'image2'] as const) {
    if (!values[image] && !stored) errors[image] = catalogTexts.images;
  }
  return errors;
}

function readKurus(price: string): number {
  const read = parseMoneyInput(price);
  return 'kurus' in read ? read.kurus : 0;
}

/** What to ask before a price is saved that may be a mistake or changes a product with sold seats. */
export function priceQuestion(
  price: string,
  stored: Pick<AdminProduct, 'price' | 'seats_sold'>,
): { title: string; text: string } | undefined {
  const [before, after] = [toKurus(stored.price), readKurus(price)];
  if (before === after) return undefined;
  const change = `Fiyat ${formatMoney(stored.price)} iken ${describeMoney(after)} oluyor.`;
  if (isUnlikelyPriceChange(before, after)) return { title: 'Fiyat doğru mu?', text: change };
  if (!stored.seats_sold) return undefined;
  const sold = `${stored.seats_sold} kontenjan satılmış; verilmiş siparişler eski fiyatıyla kalır.`;
  return { title: 'Satışı süren atölyenin fiyatı değişsin mi?', text: `${change} ${sold}` };
}

/** What hiding a product, or making it a draft, means for those in its line; blank where nobody waits. */
export function lineEnds({ waiting, seats_offered }: Pick<AdminProduct, 'waiting' | 'seats_offered'>): string {
  const ends = [
    waiting && `Sırada bekleyen ${waiting} kişinin bekleyişi sona erer.`,
    seats_offered && `Sıradakilere sunulan ${seats_offered} yer geri alınır.`,
  ].filter(Boolean);
  return ends.length ? `${ends.join(' ')} Sonradan vazgeçseniz de sıraları geri gelmez.` : '';
}

/** The multipart body of both calls. Throws if a chosen file can no longer be read. */
export async function toBody(values: ProductValues, more: Record<string, string | undefined>): Promise<FormData> {
  const body = new FormData();
  const price = (readKurus(values.price) / 100).toFixed(2);
  for (const [field, value] of Object.entries({ ...values, price, ...more })) {
    if (typeof value === 'string') body.set(field, value);
    if (value instanceof File) {
      await value.slice(0, 1).arrayBuffer();
      body.set(field, value);
    }
  }
  return body;
}

/** A value as people read it. */
function toWords(value: unknown, field: keyof ProductValues): string {
  if (field === 'date' && value) return formatDate(String(value));
  if (field === 'time') return formatTime(String(value));
  return (
    withdrawals[value as Withdrawal] ??
    questionKinds[value as QuestionKind] ??
    productStatuses[value as AdminProduct['status']] ??
    String(value)
  );
}

/** Labels of the compared fields. Pictures are none of them: after a conflict the admin chooses them again. */
const { image1, image2, ...comparedLabels } = productLabels;

/** The fields that two people saved differently. Seats are those that saving would result in, as with `stock_base`. */
export function compareProduct(values: ProductValues, theirs: AdminProduct, opened: AdminProduct): Difference[] {
  const stock = String(Math.max(0, theirs.stock + Number(values.stock) - opened.stock));
  const mine = { ...values, stock, price: formatMoneyInput(readKurus(values.price)) };
  return diffFields(comparedLabels, mine, toValues(theirs), toWords);
}

/** How a product sells: `warn` while few seats are left, `mute` when it is sold out or over. */
export function saleTone({ stock, on_sale }: AdminProduct): 'ok' | 'warn' | 'mute' {
  if (!on_sale || stock === 0) return 'mute';
  return seatNote(stock) ? 'warn' : 'ok';
}

/** How a product that starts today or later sells, in words. */
export function saleLabel({ stock, on_sale, status, cancelled }: AdminProduct): string {
  if (cancelled) return 'İptal edildi';
  if (status === 'draft') return 'Taslak';
  return on_sale ? seatNote(stock) || 'Satışta' : 'Başladı';
}

/** Seats sold of all that were put on sale; those offered to the waiting list are among these. */
export const soldShare = (counts: SeatCounts): string => `${counts.seats_sold} / ${allSeats(counts)}`;

/** How many weeks can be added at once, as they are chosen. */
export const weekChoices = Array.from({ length: 12 }, (_, index) => {
  const weeks = String(index + 1);
  return [weeks, index ? `${weeks} hafta üst üste` : 'Yalnızca bu tarih'] as const;
});

/** The same weekday, week after week; none without a first day. */
export function weeklyDates(first: string, weeks: number): string[] {
  if (Number.isNaN(Date.parse(`${first}T00:00:00Z`))) return [];
  return Array.from({ length: weeks }, (_, week) => addDays(first, 7 * week));
}

/** What is wrong with the first of further dates. */
export const checkDates = ({ date, time }: { date: string; time: string }): FieldErrors => ({
  ...(!date && { date: timeTexts.date }),
  ...(!time && { time: timeTexts.time }),
  ...(startsAt(date, time) <= serverNow() && { date: 'Bu gün ve saat geçmiş. Lütfen ileri bir gün seçin.' }),
});

/** Whether an edit changed what its participants must know. */
export function timePlaceOrLeaderChanged(before: AdminProduct, after: AdminProduct): boolean {
  const isMoved = before.date !== after.date || before.time !== after.time || before.location !== after.location;
  return isMoved || (before.leader !== '' && before.leader !== after.leader);
}
