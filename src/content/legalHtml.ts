import { Marked } from 'marked';
import { placeholderPattern, type placeholders } from '../contract/contentDocuments.ts';
import { escapeHtml } from '../shared/html.ts';
import { isSafeLink } from '../shared/inlineText.ts';

/** What stands in a legal text while a field of the site is blank. */
const blanks: Record<(typeof placeholders)[number], string> = {
  legal_name: '[resmî unvan]',
  tax_line: '[vergi bilgisi]',
  address: '[adres]',
  email: '[e-posta]',
  phone: '[telefon]',
};

export type Identity = Record<keyof typeof blanks, string>;

/**
 * Markdown without HTML: what looks like a tag stays text, addresses are those a page may link to. Texts come from word
 * processors, where a line is a paragraph and a tab before it no sign of code.
 */
const markdown = new Marked({
  breaks: true,
  tokenizer: { html: () => undefined, tag: () => undefined, code: () => undefined },
  renderer: {
    image: ({ text }) => escapeHtml(text),
    heading({ tokens, depth }) {
      const level = Math.max(depth, 2);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
    },
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      return isSafeLink(href) ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
    },
  },
});

/** Text nested deeper than the parser goes stays as it was typed: it would stop every release. */
function toHtml(body: string): string {
  try {
    return markdown.parse(body, { async: false });
  } catch {
    return `<p>${escapeHtml(body)}</p>\n`;
  }
}

/** A legal text as HTML, with fields of the site in place of `{{field}}`. Unknown ones stay as they are. */
export const renderLegalText = (body: string, identity: Identity): string => fillIdentity(toHtml(body), identity);

/** Replaces `{{field}}` by the site's field, as escaped HTML. */
export const fillIdentity = (html: string, identity: Identity): string =>
  html.replace(placeholderPattern, (whole, name: string) => {
    const field = name.trim() as keyof typeof blanks;
    return Object.hasOwn(blanks, field) ? escapeHtml(identity[field] || blanks[field]) : whole;
  });
