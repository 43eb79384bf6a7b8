import { type Identity, renderLegalText } from '../../content/legalHtml.ts';
import type { Withdrawal } from '../../contract/catalog.ts';
import type { DocumentKind } from '../../contract/documents.ts';
import type { OrderPreview, PaymentMethod } from '../../contract/orders.ts';
import { formatAges } from '../../shared/ages.ts';
import { formatDateTime, formatMoney, formatStart } from '../../shared/format.ts';
import { escapeHtml } from '../../shared/html.ts';
import type { PublishedLegalText } from '../content/publishedLegal.service.ts';
import { sha256 } from '../hash.ts';

/** What documents say of an order. Code, moment, buyer and names are missing in a preview. */
export interface OrderDetails {
  lines: {
    event_title: string;
    date: string;
    time: string;
    location: string;
    duration_minutes: number;
    age_from: number | null;
    age_to: number | null;
    quantity: number;
    unit_price: number;
    price: number;
    withdrawal: Withdrawal;
    names?: string[];
  }[];
  total: number;
  method: PaymentMethod;
  due_at: string;
  code?: string;
  created_at?: string;
  buyer?: { name: string; email: string };
}

/** The part of a document that orders share. */
export interface Frame {
  kind: DocumentKind;
  title: string;
  version: string;
  html: string;
  sha256: string;
  /** The bytes of `html` before and after the order. */
  around: [before: Buffer, after: Buffer];
}

const mark = '<!--order-->';

/** The legal texts that documents are made of, in the order of `documentKinds`. */
export const documentSlugs = ['on-bilgilendirme', 'mesafeli-satis'] as const;
const documentKinds: readonly DocumentKind[] = ['pre_information', 'contract'];

let newest: { key: string; frames: Frame[] } | undefined;

/** The frames of these texts and identity; the newest ones are kept, as they change a few times a year. */
export function renderFrames(texts: PublishedLegalText[], site: Identity, siteUrl: string): Frame[] {
  const { legal_name, tax_line, address, email, phone } = site;
  const versions = texts.map(({ title, version, hash }) => [title, version, hash]);
  const key = JSON.stringify([versions, legal_name, tax_line, address, email, phone, siteUrl]);
  if (newest?.key !== key) {
    const frames = texts.map(({ title, version, body: markdown }, index): Frame => {
      const kind = documentKinds[index] as DocumentKind;
      const body = renderLegalText(markdown, site).replaceAll('href="/', `href="${escapeHtml(siteUrl)}/`);
      const html = renderPage(title, version, body);
      const at = html.indexOf(mark);
      const around: Frame['around'] = [Buffer.from(html.slice(0, at)), Buffer.from(html.slice(at + mark.length))];
      return { kind, title, version, html, sha256: sha256(html), around };
    });
    newest = { key, frames };
  }
  return newest.frames;
}

const renderPage = (title: string, version: string, body: string) => `<!doctype html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>body{margin:0;overflow-wrap:anywhere;background:#fdf9f2;color:#1f2f36;font:1rem/1.6 Commissioner,'Segoe UI','Noto Sans',Arial,sans-serif}main{max-width:44rem;margin:0 auto;padding:2rem 1rem}h1,h2,h3{line-height:1.25}a{color:#17454f}td,th{padding:.25rem .75rem .25rem 0;text-align:left;vertical-align:top}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${mark}
${body.trim()}
<p>Metnin sürümü: ${escapeHtml(version)}</p>
</main>
</body>
</html>
`;

/** Puts an order into a frame. */
export const fillFrame = (frame: string, order: string): string => frame.replace(mark, () => order);

/** SHA-256 of a filled frame, in half the time that joining its text first would take. */
export const hashFilled = ({ around: [before, after] }: Frame, order: string): string =>
  sha256(Buffer.concat([before, Buffer.from(order), after]));

/** Renders the documents of an order that nobody made yet. */
export function renderDocumentsPreview(frames: Frame[], details: OrderDetails): OrderPreview['documents'] {
  const order = renderOrder(details);
  return frames.map(({ kind, title, html: frame }) => {
    const html = fillFrame(frame, order);
    return { kind, title, html, sha256: sha256(html) };
  });
}

const methods: Record<PaymentMethod, string> = {
  transfer: 'havale/EFT',
  onsite: 'merkezde',
  card: 'kart',
};

/** The words of a right of withdrawal, or of its absence. */
const withdrawalWords: Record<Withdrawal, string> = {
  leisure:
    'Belirli bir tarihte yapılan bir boş zaman etkinliği olduğundan Mesafeli Sözleşmeler Yönetmeliği’nin 15. maddesinin birinci fıkrasının (g) bendi uyarınca cayma hakkı yoktur.',
  days_14:
    'Siparişten sonraki 14 gün içinde, etkinlik başlamadan önce, gerekçe göstermeden ve cezai şart ödemeden cayma hakkınız vardır.',
};

/** Renders what a document says of the order. */
export function renderOrder({ lines, total, method, due_at, code, created_at, buyer }: OrderDetails): string {
  const item = (label: string, value: string) => `<li><strong>${label}:</strong> ${escapeHtml(value)}</li>`;
  const line = (row: OrderDetails['lines'][number]) => `<h3>${escapeHtml(row.event_title)}</h3>
<ul>
${[
  item('Gün ve saat', formatStart(row)),
  item('Süre', `${row.duration_minutes} dakika`),
  item('Yer', row.location),
  item('Yaş koşulu', formatAges(row) || 'yok'),
  item('Adet', `${row.quantity}`),
  item('Birim bedel', `${formatMoney(row.unit_price)}, vergiler dâhil`),
  item('Tutar', `${formatMoney(row.price)}, vergiler dâhil`),
  item('Cayma hakkı', withdrawalWords[row.withdrawal]),
  ...(row.names ? [item('Katılımcılar', row.names.join(', '))] : []),
].join('\n')}
</ul>`;
  const head = [
    ...(code ? [item('Sipariş kodu', code)] : []),
    ...(created_at ? [item('Sipariş ve onay zamanı', formatDateTime(created_at))] : []),
    ...(buyer ? [item('Alıcı', `${buyer.name}, ${buyer.email}`)] : []),
    item('Toplam', `${formatMoney(total)}, vergiler dâhil`),
    ...(total ? [item('Ödeme yolu', methods[method]), item('Son ödeme', formatDateTime(due_at))] : []),
  ];
  return `<section>
<h2>Sipariş özeti</h2>
<ul>
${head.join('\n')}
</ul>
${lines.map(line).join('\n')}
</section>`;
}
