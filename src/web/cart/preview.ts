import type { Withdrawal } from '../../contract/catalog.ts';
import type { OrderPreview } from '../../contract/orders.ts';
import { formatAges } from '../../shared/ages.ts';
import { formatClock, formatDayMonth, formatWeekday } from '../../shared/format.ts';
import { hoursOf } from '../../shared/hours.ts';

type Line = OrderPreview['lines'][number];

/** Day, hours, and place with ages of a line: `14 Aralık Pazartesi`, `14.00–16.00`, `Merkez, 7–10 yaş`. */
export const describeTimeAndPlace = ({ date, location, ...line }: Line) => ({
  day: `${formatDayMonth(date)} ${formatWeekday(date)}`,
  hours: hoursOf(line),
  place: [location, formatAges(line)].filter(Boolean).join(', '),
});

/** When an order is due: `24 Kasım Salı`, or `24 Kasım Salı 10.30` where that is the start of a product. */
export function dueMoment(due_at: string): string {
  const time = formatClock(due_at);
  const day = `${formatDayMonth(due_at)} ${formatWeekday(due_at)}`;
  return time === '23.59' ? day : `${day} ${time}`;
}

const joinTitles = (lines: Line[]) => lines.map(({ event_title }) => event_title).join(', ');

/** Says for which lines there is a right of withdrawal. */
export function withdrawalSentence(lines: Line[]): string {
  const of = (kind: Withdrawal) => lines.filter(({ withdrawal }) => withdrawal === kind);
  const [exempt, free] = [of('leisure'), of('days_14')];
  if (!free.length) return 'Cayma hakkı yoktur: belirli bir günde yapılan boş zaman etkinliği.';
  if (!exempt.length) return 'Cayma hakkı: siparişten sonra 14 gün içinde, etkinlik başlamadan, neden göstermeden.';
  return `Cayma hakkı: ${joinTitles(free)} için 14 gün; ${joinTitles(exempt)} için yoktur.`;
}

/** The kinds of documents whose words differ between two previews. */
export const changedDocuments = (before: OrderPreview | undefined, now: OrderPreview): string[] =>
  before
    ? now.documents
        .filter(({ kind, sha256 }) => before.documents.find((one) => one.kind === kind)?.sha256 !== sha256)
        .map(({ kind }) => kind)
    : [];

/** Says which documents changed before the order was made. */
export function changeSentence({ documents }: OrderPreview, changed: string[]): string {
  const names = documents.filter(({ kind }) => changed.includes(kind)).map(({ title }) => title);
  return names.length ? `Az önce değişti: ${names.join(' ve ')}.` : 'Sipariş koşulları az önce değişti.';
}
