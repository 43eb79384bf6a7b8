import type { Site } from '../../contract/site.ts';
import { escapeHtml } from '../../shared/html.ts';

/** Content of a mail. All parts are plain text; the renderer escapes them. */
export interface MailParts {
  title: string;
  paragraphs: string[];
  /** A code to type, shown large. */
  code?: string;
  button?: { label: string; url: string };
  /** Rows of label and value. */
  table?: [label: string, value: string][];
  /** Paragraphs in small print after button and table. */
  closing?: string[];
}

/** What every mail says about the practice. */
export type MailSender = Pick<Site, 'name' | 'tagline' | 'phone' | 'email'>;

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

/** Renders a mail as HTML with inline styles and as plain text. */
export function renderMail(parts: MailParts, site: MailSender): { html: string; text: string } {
  return { html: renderHtml(parts, site), text: renderText(parts, site) };
}

function renderText({ title, paragraphs, code, button, table, closing = [] }: MailParts, site: MailSender): string {
  return [
    title,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(table ? [table.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...closing,
    `--\n${site.name}, ${site.tagline}\n${contactLine(site)}`.trim(),
  ].join('\n\n');
}

const contactLine = ({ phone, email }: MailSender) => [phone, email].filter(Boolean).join(' · ');

const paragraph = (words: string, style: string) => `<p style="margin:0 0 16px;${style}">${escapeHtml(words)}</p>`;

function renderHtml({ title, paragraphs, code, button, table, closing = [] }: MailParts, site: MailSender): string {
  const inner = [
    `<h1 style="margin:0 0 20px;font:600 28px/1.2 ${display};color:${text}">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((words) => paragraph(words, `font:400 16px/1.6 ${body};color:${text}`)),
    code ? codeBlock(code) : '',
    button ? buttonBlock(button) : '',
    table ? tableBlock(table) : '',
    ...closing.map((words) => paragraph(words, `font:400 14px/1.55 ${body};color:${quiet}`)),
  ].join('\n');
  return `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:0;background:${milk}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${milk}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 16px;font:600 20px/1.2 ${display};color:${text}">${escapeHtml(site.name)}
<span style="font:italic 500 16px/1.2 ${display};color:${thread}">${escapeHtml(site.tagline)}</span></td></tr>
<tr><td style="height:4px;border-top:2px dashed ${thread};font-size:0;line-height:0">&nbsp;</td></tr>
<tr><td style="background:${white};border:1px solid ${line};border-top:0;border-radius:0 0 18px 18px;padding:32px 28px 20px">
${inner}
</td></tr>
<tr><td style="padding:20px 8px;font:400 13px/1.6 ${body};color:${quiet}">${escapeHtml(site.name)}, ${escapeHtml(site.tagline)}<br>${escapeHtml(contactLine(site))}</td></tr>
</table></td></tr></table></body></html>
`;
}

function codeBlock(code: string): string {
  return `<p style="margin:8px 0 24px;padding:18px;background:${peach};border-radius:10px;text-align:center;font:600 34px/1.1 ${body};letter-spacing:8px;color:${text}">${escapeHtml(code)}</p>`;
}

function buttonBlock({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<p style="margin:8px 0 24px"><a href="${address}" style="display:inline-block;padding:14px 28px;background:${brand};border-radius:999px;font:600 16px/1.2 ${body};color:${white};text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 20px;font:400 13px/1.5 ${body};color:${quiet};word-break:break-all">${address}</p>`;
}

function tableBlock(rows: [label: string, value: string][]): string {
  const cell = `padding:10px 0;border-top:1px solid ${line};font:400 15px/1.5 ${body};vertical-align:top`;
  const lines = rows.map(
    ([label, value]) =>
      `<tr><td style="${cell};color:${quiet};padding-right:16px;white-space:nowrap">${escapeHtml(label)}</td><td style="${cell};color:${text}">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${lines.join('\n')}</table>`;
}
