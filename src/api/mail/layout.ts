import type { Site } from '../../contract/site.ts';
import { escapeHtml } from '../../shared/html.ts';
import { mailto } from '../../shared/mailto.ts';
import { mapUrl } from '../../shared/mapLink.ts';

/**
 * Content of a mail. All parts are plain text; the renderer escapes them. A paragraph `Label: https://…` becomes a link
 * with that label, another address in a paragraph a link with itself.
 */
export interface MailParts {
  title: string;
  paragraphs: string[];
  /** A code to type, shown large. */
  code?: string;
  /** Rows of label and value. A row with the label of the first one begins a group of its own. */
  table?: [label: string, value: string][];
  button?: { label: string; url: string };
  /** Paragraphs in small print after button and table. */
  closing?: string[];
}

/** What every mail says about the practice. */
type MailSender = Pick<Site, 'name' | 'tagline' | 'phone' | 'email' | 'address' | 'city' | 'map_url'>;

// Colours and fonts of web/styles/tokens.css, repeated because mail clients support no CSS variables.
const milk = '#fdf9f2';
const white = '#fffdfa';
const text = '#1f2f36';
const quiet = '#566164';
const line = '#e2d6c3';
const brand = '#17454f';
const thread = '#c4432a';
const peach = '#fbe2cf';
const display = "Alegreya,Georgia,'Times New Roman',serif";
const body = "Commissioner,'Segoe UI','Noto Sans',Arial,sans-serif";

/** The dark set, for clients that follow the device. It outweighs the inline styles, which others read alone. */
const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.m-ground{background:#0a1f26!important}
.m-sheet{background:#12323b!important;border-color:#2f5660!important}
.m-text{color:#f3ece0!important}
.m-quiet{color:#c9dcd8!important}
.m-accent{color:#f0a58f!important}
.m-line{border-color:#2f5660!important}
.m-code{background:#4a2f2b!important;color:#f3ece0!important}
.m-button{background:#9fd3d6!important;color:#0a1f26!important}
.m-link{color:#9fd3d6!important}
}`;

/** Renders a mail as HTML with inline styles and as plain text. */
export function renderMail(parts: MailParts, site: MailSender): { html: string; text: string } {
  return { html: renderHtml(parts, site), text: renderText(parts, site) };
}

function renderText({ title, paragraphs, code, button, table, closing = [] }: MailParts, site: MailSender): string {
  return [
    title,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(table ? [table.map((row, at) => `${beginsGroup(table, at) ? '\n' : ''}${row.join(': ')}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...closing,
    `--\n${site.name}, ${site.tagline}\n${contactLine(site)}`.trim(),
  ].join('\n\n');
}

/** Whether a row is the first of a further group, as of an order's second workshop. */
const beginsGroup = (rows: [label: string, value: string][], at: number) => at > 0 && rows[at]?.[0] === rows[0]?.[0];

const contactLine = ({ phone, email, address }: MailSender) =>
  [[phone, email].filter(Boolean).join(' · '), address].filter(Boolean).join('\n');

const link = (url: string, label: string) =>
  `<a class="m-link" href="${escapeHtml(url)}" style="color:${brand}">${escapeHtml(label)}</a>`;

/** Long words and addresses break on a phone; the second property is for mail programs that do not know the first. */
const wrap = 'overflow-wrap:anywhere;word-break:break-word';

/** Plain text as HTML, with links in place of addresses. */
function linkify(words: string): string {
  const named = /^([^:]+): (https?:\/\/\S+)$/.exec(words);
  if (named) return link(named[2] as string, named[1] as string);
  return words
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .map((part, index) => (index % 2 ? link(part, part) : escapeHtml(part)))
    .join('');
}

const paragraph = (words: string, tone: 'text' | 'quiet', font: string) =>
  `<p class="m-${tone}" style="margin:0 0 16px;font:${font};color:${tone === 'text' ? text : quiet}">${linkify(words)}</p>`;

/** The ways to reach the practice, to be pressed. */
function contactLinks({ phone, email, ...place }: MailSender): string {
  const ways = [phone && link(`tel:${phone.replace(/[^\d+]/g, '')}`, phone), email && link(mailto(email), email)];
  const map = place.address && link(mapUrl(place) as string, place.address);
  return [ways.filter(Boolean).join(' · '), map].filter(Boolean).join('<br>');
}

function renderHtml({ title, paragraphs, code, button, table, closing = [] }: MailParts, site: MailSender): string {
  const inner = [
    `<h1 class="m-text" style="margin:0 0 20px;font:600 28px/1.2 ${display};color:${text}">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((words) => paragraph(words, 'text', `400 16px/1.6 ${body}`)),
    code ? codeBlock(code) : '',
    table ? tableBlock(table) : '',
    button ? buttonBlock(button) : '',
    ...closing.map((words) => paragraph(words, 'quiet', `400 14px/1.55 ${body}`)),
  ].join('\n');
  return `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title>
<style>${darkStyles}</style></head>
<body class="m-ground" style="margin:0;padding:0;background:${milk}">
<table class="m-ground" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${milk}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
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

function codeBlock(code: string): string {
  return `<p class="m-code" style="margin:8px 0 24px;padding:18px;background:${peach};border-radius:10px;text-align:center;font:600 34px/1.1 ${body};letter-spacing:8px;color:${text}">${escapeHtml(code)}</p>`;
}

function buttonBlock({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<p style="margin:8px 0 16px"><a class="m-button" href="${address}" style="display:inline-block;padding:14px 28px;background:${brand};border-radius:999px;font:600 16px/1.2 ${body};color:${white};text-decoration:none">${escapeHtml(label)}</a></p>
<p class="m-quiet" style="margin:0 0 20px;font:400 13px/1.5 ${body};color:${quiet};word-break:break-all">${link(url, url)}</p>`;
}

/** Keeps `10.30–12.30` on one line. */
const keepHours = (html: string) => html.replace(/\d\d\.\d\d–\d\d\.\d\d/, '<span style="white-space:nowrap">$&</span>');

function tableBlock(rows: [label: string, value: string][]): string {
  const lines = rows.map(([label, value], at) => {
    const border = beginsGroup(rows, at) ? `2px dashed ${thread}` : `1px solid ${line}`;
    const cell = `padding:10px 0;border-top:${border};font:400 15px/1.5 ${body};vertical-align:top`;
    return `<tr><td class="m-quiet m-line" style="${cell};color:${quiet};padding-right:16px;white-space:nowrap">${escapeHtml(label)}</td><td class="m-text m-line" style="${cell};color:${text}">${keepHours(escapeHtml(value))}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${lines.join('\n')}</table>`;
}
