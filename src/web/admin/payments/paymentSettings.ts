import type { PaymentSettingsEdit, SavedPaymentSettings } from '../../../contract/paymentSettings.ts';
import { paymentTexts } from '../../../contract/payments.texts.ts';
import { formatDate } from '../../../shared/format.ts';
import { checkIban, formatIban } from '../../../shared/iban.ts';
import { dayMs } from '../../../shared/time.ts';
import type { FieldErrors } from '../../ui/form.ts';
import { formatShortDay } from '../csv.ts';
import { type Difference, diffFields } from '../diffFields.ts';

/** The settings as the form holds them, by the names of the server's errors; holidays a line each. */
export const toValues = ({ transfer, onsite, card, days_before, warn_hours, holidays }: SavedPaymentSettings) => ({
  'transfer.enabled': transfer.enabled,
  'transfer.holder': transfer.holder,
  'transfer.iban': formatIban(transfer.iban),
  'transfer.bank': transfer.bank,
  'onsite.enabled': onsite.enabled,
  'card.enabled': card.enabled,
  days_before: String(days_before),
  warn_hours: String(warn_hours),
  holidays: holidays.map(formatShortDay).join('\n'),
});
type SettingsValues = ReturnType<typeof toValues>;

/** Days as typed, one a line: `24.11.2026` or `2026-11-24`. `wrong` is the first line that is no day. */
export function parseHolidays(typed: string): { days: string[]; wrong?: string } {
  const days: string[] = [];
  for (const line of typed.split('\n').map((each) => each.trim())) {
    if (!line) continue;
    const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(line) ?? [];
    const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : line;
    const moment = new Date(`${iso}T12:00:00Z`);
    if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== iso) return { days, wrong: line };
    days.push(iso);
  }
  return { days };
}

/** What to read under the holidays, and that the list ends within a year where it does: nobody else adds to it. */
export function holidaysHint(typed: string, now: Date): string {
  const last = parseHolidays(typed).days.toSorted().at(-1);
  const ends = last && Date.parse(last) - now.getTime() < 365 * dayMs;
  return [
    'Her satıra bir gün, örneğin 29.10.2026. Bu günlerde ve hafta sonları yer boşaltılmaz.',
    'Ramazan ve Kurban bayramları hesapla bulundu: ilan edilen günlerle karşılaştırın.',
    ...(ends ? [`Listenin son günü ${formatDate(last)}; sonrakileri ekleyin.`] : []),
  ].join(' ');
}

const wholeNumber = (typed: string, max: number) => /^\d{1,3}$/.test(typed.trim()) && Number(typed) <= max;

export function checkSettings(values: SettingsValues): FieldErrors {
  const iban = values['transfer.iban'].trim();
  const problem = iban && checkIban(iban).problem;
  const { wrong } = parseHolidays(values.holidays);
  return {
    ...(problem && { 'transfer.iban': problem }),
    ...(!wholeNumber(values.days_before, 60) && { days_before: paymentTexts.daysBefore }),
    ...(!wholeNumber(values.warn_hours, 336) && { warn_hours: paymentTexts.warnHours }),
    ...(wrong !== undefined && { holidays: `“${wrong}” bir gün değil. Örneğin 29.10.2026 yazın.` }),
  };
}

export const toBody = (values: SettingsValues): PaymentSettingsEdit => ({
  transfer: {
    enabled: values['transfer.enabled'],
    holder: values['transfer.holder'],
    iban: values['transfer.iban'],
    bank: values['transfer.bank'],
  },
  onsite: { enabled: values['onsite.enabled'] },
  card: { enabled: values['card.enabled'] },
  days_before: Number(values.days_before),
  warn_hours: Number(values.warn_hours),
  holidays: parseHolidays(values.holidays).days,
});

/** What to read under the IBAN while it is typed. */
export function ibanHint(typed: string): string {
  const { iban } = checkIban(typed);
  if (iban) return `${formatIban(iban)} · kontrol rakamları tutuyor`;
  return 'TR ile başlar, 26 işarettir. Boşluklu da yazabilirsiniz.';
}

export const settingLabels: Record<keyof SettingsValues, string> = {
  'transfer.enabled': 'Havale/EFT',
  'transfer.holder': 'Hesap sahibi',
  'transfer.iban': 'IBAN',
  'transfer.bank': 'Banka',
  'onsite.enabled': 'Merkezde ödeme',
  'card.enabled': 'Kartla ödeme',
  days_before: 'Son ödeme, başlangıçtan kaç gün önce',
  warn_hours: 'Hatırlatma, son ödemeden kaç saat önce',
  holidays: 'Tatil günleri',
};

const toWords = (value: string | boolean) => (typeof value === 'string' ? value : value ? 'Açık' : 'Kapalı');

export const compareSettings = (values: SettingsValues, theirs: SavedPaymentSettings): Difference[] =>
  diffFields(settingLabels, values, toValues(theirs), toWords);
