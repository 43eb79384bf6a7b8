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
  slipBlock,
  smallBlock,
  styles,
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

/** Renders a mail as HTML with inline styles and as plain text. */
export function renderMail(parts: MailParts, site: MailSender): { html: string; text: string } {
  return { html: renderHtml(parts, site), text: renderText(parts, site) };
}

const rowsText = (rows: Row[]) => rows.map((row) => row.join(': ')).join('\n');

const eventText = ({ title, when, location, rows }: EventSheet) =>
  rowsText([['Atölye', title], ['Tarih', when], ['Yer', location], ...rows]);

function renderText(
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

const { milk, white, text, quiet, line, thread } = colours;

function renderHtml(
  { title, paragraphs, code, slips = [], events = [], tickets = [], table, button, closing = [] }: MailParts,
  site: MailSender,
): string {
  const inner = [
    titleBlock(title),
    ...paragraphs.map(wordsBlock),
    code ? codeBlock(code) : '',
    ...slips.map(slipBlock),
    ...events.map(eventBlock),
    table ? tableBlock(table) : '',
    ...tickets.map(wordsBlock),
    button ? buttonBlock(button) : '',
    ...closing.map(smallBlock),
  ].join('\n');
  return `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title>
<style>${styles}</style></head>
<body class="m-ground" style="margin:0;padding:0;background:${milk}">
<table class="m-ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${milk}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="m-text" style="padding:0 8px 16px;font:600 20px/1.2 ${display};color:${text}">${escapeHtml(site.name)}
<span class="m-accent" style="font:italic 500 16px/1.2 ${display};color:${thread}">${escapeHtml(site.tagline)}</span></td></tr>
<tr><td style="height:4px;border-top:2px dashed ${thread};font-size:0;line-height:0">&nbsp;</td></tr>
<tr><td class="m-sheet" style="${wrap};background:${white};border:1px solid ${line};border-top:0;border-radius:0 0 18px 18px;padding:32px 28px 20px">
${inner}
</td></tr>
<tr><td class="m-quiet" style="padding:20px 8px;font:400 13px/1.6 ${body};color:${quiet}">${escapeHtml(site.name)}, ${escapeHtml(site.tagline)}<br>${contactLinks(site)}</td></tr>
</table></td></tr></table></body></html>
`;
}
