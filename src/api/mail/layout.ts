import type { Site } from '../../contract/site.ts';
import { escapeHtml } from '../../shared/html.ts';
import { mailto } from '../../shared/mailto.ts';
import { mapUrl } from '../../shared/mapLink.ts';
import {
  body,
  buttonBlock,
  codeBlock,
  colours,
  display,
  type EventSheet,
  eventBlock,
  link,
  type Row,
  slipRow,
  smallBlock,
  styles,
  table as tableAttributes,
  tableBlock,
  titleBlock,
  wordsBlock,
  wrap,
} from './blocks.ts';

/**
 * Content of a mail. All parts are plain text; the renderer escapes them. A paragraph `Label: https://…` becomes a link
 * with that label, another address in a paragraph a link with itself.
 */
export interface MailParts {
  title: string;
  paragraphs: string[];
  /** A code to type, shown large. */
  code?: string;
  /** What is to be paid, a slip for each order: the first row is the sum. */
  slips?: Row[][];
  events?: EventSheet[];
  /** Paragraphs about tickets, added when the mail is sent. */
  tickets?: string[];
  table?: Row[];
  button?: { label: string; url: string };
  /** Paragraphs in small print after button and table. */
  closing?: string[];
}

/** What every mail says about the practice. */
type MailSender = Pick<Site, 'name' | 'tagline' | 'phone' | 'email' | 'address' | 'city' | 'map_url'>;

/** Renders a mail as HTML with inline styles, its logo at `siteUrl`, and as plain text. */
export function renderMail(parts: MailParts, site: MailSender, siteUrl: string): { html: string; text: string } {
  return { html: renderHtml(parts, site, siteUrl), text: renderText(parts, site) };
}

const rowsText = (rows: Row[]) => rows.map((row) => row.join(': ')).join('\n');

const eventText = ({ title, when, location, rows }: EventSheet) =>
  rowsText([['Atölye', title], ['Tarih', when], ['Yer', location], ...rows]);

export function renderText(
  { title, paragraphs, code, slips = [], events = [], tickets = [], table, button, closing = [] }: MailParts,
  site: MailSender,
): string {
  return [
    title,
    ...paragraphs,
    ...(code ? [code] : []),
    ...slips.map(rowsText),
    ...events.map(eventText),
    ...(table ? [rowsText(table)] : []),
    ...tickets,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...closing,
    `--\n${site.name}, ${site.tagline}\n${contactLine(site)}`.trim(),
  ].join('\n\n');
}

const contactLine = ({ phone, email, address }: MailSender) =>
  [[phone, email].filter(Boolean).join(' · '), address].filter(Boolean).join('\n');

/** The ways to reach the practice, to be pressed. */
function contactLinks({ phone, email, ...place }: MailSender): string {
  const ways = [phone && link(`tel:${phone.replace(/[^\d+]/g, '')}`, phone), email && link(mailto(email), email)];
  const map = place.address && link(mapUrl(place) as string, place.address);
  return [ways.filter(Boolean).join(' · '), map].filter(Boolean).join('<br>');
}

const { flour, white, text, quiet, thread } = colours;

/** A row of the sheet. */
const partRow = (blocks: string[]) =>
  `<tr><td class="m-part" style="padding:24px 28px 8px">${blocks.join('\n')}</td></tr>`;

/** Sign, name and tagline of the practice above a dashed line; the sign is missing where pictures are not loaded. */
const headRow = ({ name, tagline }: MailSender, siteUrl: string) =>
  `<tr><td class="m-part m-thread" style="padding:18px 28px;border-bottom:2px dashed ${thread}"><table ${tableAttributes}><tr>
<td width="56" style="width:56px"><img class="m-logo" src="${escapeHtml(siteUrl)}/logo-mail.png" alt="" width="44" height="40" style="display:block"></td>
<td class="m-text" style="font:600 20px/1.15 ${display};color:${text}">${escapeHtml(name)}
<span class="m-accent" style="display:block;font:italic 500 16px/1.25 ${display};color:${thread}">${escapeHtml(tagline)}</span></td></tr></table></td></tr>`;

function renderHtml(
  { title, paragraphs, code, slips = [], events = [], tickets = [], table, button, closing = [] }: MailParts,
  site: MailSender,
  siteUrl: string,
): string {
  const above = [titleBlock(title), ...paragraphs.map(wordsBlock), ...(code ? [codeBlock(code)] : [])];
  const below = [
    ...events.map(eventBlock),
    ...(table ? [tableBlock(table)] : []),
    ...tickets.map(wordsBlock),
    ...(button ? [buttonBlock(button)] : []),
    ...closing.map(smallBlock),
  ];
  const slipGap = '<tr><td style="height:14px"></td></tr>';
  const rows = slips.length
    ? [partRow(above), slips.map(slipRow).join(slipGap), partRow(below)]
    : [partRow([...above, ...below])];
  // What inboxes show beside the subject, which they read from the top: there is the practice's name, as the sender's.
  const first = paragraphs.find((words) => !/^Merhaba[^\n]*,$/.test(words)) ?? '';
  return `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title>
<style>${styles}</style></head>
<body class="m-ground" style="margin:0;padding:0;background:${flour}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(first)}</div>
<table class="m-ground" ${tableAttributes} style="background:${flour}"><tr><td align="center" style="${wrap};padding:24px 16px 32px">
<table class="m-sheet" ${tableAttributes} style="max-width:600px;background:${white};border-radius:18px;overflow:hidden">
${[headRow(site, siteUrl), ...rows].join('\n')}
</table>
<p class="m-quiet" style="max-width:600px;margin:0;padding:18px 12px 0;font:400 13px/1.6 ${body};color:${quiet}">${escapeHtml(site.name)}, ${escapeHtml(site.tagline)}<br>${contactLinks(site)}</p>
</td></tr></table></body></html>
`;
}
