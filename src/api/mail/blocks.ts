import { formatDayMonth } from '../../shared/format.ts';
import { escapeHtml } from '../../shared/html.ts';

// Pieces of a mail as HTML with inline styles. All words are plain text and escaped here.

/** A label and what it says. */
export type Row = [label: string, value: string];

/** An event as a sheet of paper with its day on the stub. */
export interface EventSheet {
  title: string;
  date: string;
  /** The day in words with the hours. */
  when: string;
  hours: string;
  location: string;
  /** Further lines below day and place, each with its label. */
  rows: Row[];
}

// Colours and fonts of web/styles/tokens.css, repeated because mail clients support no CSS variables.
export const colours = {
  ...{ flour: '#f5ecdd', white: '#fffdfa', text: '#1f2f36', quiet: '#566164', line: '#e2d6c3', brand: '#17454f' },
  ...{ thread: '#c4432a', peach: '#fbe2cf', slip: '#fbe9be', due: '#7a4d00', slipLine: '#e0c88f' },
};
const { white, text, quiet, line, brand, thread, peach, slip, due, slipLine } = colours;
export const display = "Alegreya,Georgia,'Times New Roman',serif";
export const body = "Commissioner,'Segoe UI','Noto Sans',Arial,sans-serif";

/** Narrow screens, and the dark set for clients that follow the device. Others read the inline styles alone. */
export const styles = `@media (max-width:480px){.m-ground>tbody>tr>td{padding:16px 10px!important}.m-part{padding-left:20px!important;padding-right:20px!important}}
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.m-ground{background:#0a1f26!important}
.m-sheet{background:#12323b!important}
.m-logo{filter:brightness(1.25) saturate(.9)}
.m-text{color:#f3ece0!important}
.m-quiet{color:#c9dcd8!important}
.m-accent{color:#f0a58f!important}
.m-line{border-color:#2f5660!important}
.m-stub{border-left-color:#e5765c!important}
.m-slip{background:#3b3014!important}
.m-thread{border-color:#e5765c!important}
.m-due{color:#f7d27c!important}
.m-slipline{border-color:#6b5826!important}
.m-code{background:#4a2f2b!important;color:#f3ece0!important}
.m-link{color:#9fd3d6!important}
}`;

/** Long words and addresses break on a phone; the second property is for mail programs that do not know the first. */
export const wrap = 'overflow-wrap:anywhere;word-break:break-word';

export const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0"';

export const link = (url: string, label: string) =>
  `<a class="m-link" href="${escapeHtml(url)}" style="color:${brand}">${escapeHtml(label)}</a>`;

/** Plain text as HTML: lines stay lines. */
const linesOf = (words: string) => escapeHtml(words).replaceAll('\n', '<br>');

/** A link alone in its paragraph: what leads there, of one sentence at most, with a title or name in parentheses. */
const namedLink = /^((?:(?!https?:\/\/|[.!?] \p{Lu})[^\n(])+(?:\([^\n]*\))?): (https?:\/\/\S+)$/u;

/** As `linesOf`, with links in place of addresses. A quotation mark ends one, as in `https://ornek.com’da`. */
function linkify(words: string): string {
  const named = namedLink.exec(words);
  if (named) return link(named[2] as string, named[1] as string);
  return words
    .split(/(https?:\/\/[^\s<>"'“”‘’]*[^\s<>"'“”‘’.,;:!?)])/)
    .map((part, index) => (index % 2 ? link(part, part) : linesOf(part)))
    .join('');
}

const paragraph = (words: string, tone: 'text' | 'quiet', font: string) =>
  `<p class="m-${tone}" style="margin:0 0 16px;font:${font};color:${tone === 'text' ? text : quiet}">${linkify(words)}</p>`;

export const wordsBlock = (words: string) => paragraph(words, 'text', `400 16px/1.6 ${body}`);
export const smallBlock = (words: string) => paragraph(words, 'quiet', `400 14px/1.55 ${body}`);

export const titleBlock = (title: string) =>
  `<h1 class="m-text" style="margin:0 0 20px;font:600 28px/1.2 ${display};color:${text}">${escapeHtml(title)}</h1>`;

export const codeBlock = (code: string) =>
  `<p class="m-code" style="margin:8px 0 24px;padding:18px;background:${peach};border-radius:10px;text-align:center;font:600 34px/1.1 ${body};letter-spacing:8px;color:${text}">${escapeHtml(code)}</p>`;

export function buttonBlock({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:8px 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 28px;background:${thread};border-radius:999px;font:600 16px/1.2 ${body};color:${white};text-decoration:none">${escapeHtml(label)}</a></p>
<p class="m-quiet" style="margin:0 0 20px;font:400 13px/1.5 ${body};color:${quiet};word-break:break-all">${link(url, url)}</p>`;
}

/** Keeps `10.30–12.30` on one line. */
const keepHours = (html: string) => html.replace(/\d\d\.\d\d–\d\d\.\d\d/, '<span style="white-space:nowrap">$&</span>');

export function tableBlock(rows: Row[]): string {
  const cell = `padding:10px 0;border-top:1px solid ${line};font:400 15px/1.5 ${body};vertical-align:top`;
  const lines = rows.map(
    ([label, value]) =>
      `<tr><td class="m-quiet m-line" style="${cell};color:${quiet};padding-right:16px;white-space:nowrap;width:1%">${escapeHtml(label)}</td><td class="m-text m-line" style="${cell};color:${text}">${linesOf(value)}</td></tr>`,
  );
  return `<table ${table} style="margin:0 0 20px">${lines.join('\n')}</table>`;
}

/** What is to be paid, as wide as the sheet: the sum large, then by when, then where to. */
export function slipRow([[label, sum] = ['', ''], ...rows]: Row[]): string {
  const cell = `padding:9px 0;border-top:1px solid ${slipLine};font:600 15px/1.5 ${body};vertical-align:top`;
  const lines = rows.map(
    ([name, value]) =>
      `<tr><td class="m-quiet m-slipline" style="${cell};font-weight:400;color:${quiet};padding-right:16px;white-space:nowrap;width:1%">${escapeHtml(name)}</td><td class="${name === 'Son ödeme' ? 'm-due' : 'm-text'} m-slipline" style="${cell};color:${name === 'Son ödeme' ? due : text}">${escapeHtml(value)}</td></tr>`,
  );
  return `<tr><td class="m-part m-slip m-thread" style="background:${slip};border-top:2px dashed ${thread};border-bottom:2px dashed ${thread};padding:18px 28px 10px">
<p class="m-quiet" style="margin:0;font:400 14px/1.5 ${body};color:${quiet}">${escapeHtml(label)}</p>
<p class="m-text" style="margin:0 0 10px;font:700 34px/1.2 ${body};color:${text}">${escapeHtml(sum)}</p>
<table ${table}>${lines.join('\n')}</table></td></tr>`;
}

export function eventBlock({ title, date, when, hours, location, rows }: EventSheet): string {
  const [day = '', month = ''] = formatDayMonth(date).split(' ');
  const facts = [keepHours(escapeHtml(when)), escapeHtml(location)];
  const more = rows.map(([label, value]) => `${escapeHtml(label)}: ${linesOf(value)}`);
  return `<table ${table} class="m-line" style="margin:0 0 16px;border:1px solid ${line};border-radius:14px"><tr><td style="padding:16px 18px;vertical-align:top">
<p class="m-text" style="margin:0 0 6px;font:600 20px/1.25 ${display};color:${text}">${escapeHtml(title)}</p>
<p class="m-quiet" style="margin:0;font:400 14px/1.6 ${body};color:${quiet}">${[...facts, ...more].join('<br>')}</p></td>
<td class="m-stub" width="76" align="center" style="width:76px;padding:12px 4px;border-left:2px dashed ${thread};vertical-align:middle;overflow-wrap:normal;word-break:normal">
<span class="m-text" style="display:block;font:600 32px/1 ${display};color:${text}">${escapeHtml(day)}</span>
<span class="m-accent" style="display:block;font:italic 500 16px/1.3 ${display};color:${thread}">${escapeHtml(month)}</span>
<span class="m-quiet" style="display:block;font:400 14px/1.4 ${body};color:${quiet}">${escapeHtml(hours)}</span></td></tr></table>`;
}
