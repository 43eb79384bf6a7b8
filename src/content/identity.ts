import { escapeHtml } from '../shared/html.ts';

/** Fields of the site that legal texts may name as `{{field}}`, and what stands there while they are blank. */
const fields = {
  legal_name: '[resmî unvan]',
  tax_line: '[vergi bilgisi]',
  address: '[adres]',
  email: '[e-posta]',
  phone: '[telefon]',
};

export type Identity = Record<keyof typeof fields, string>;

/** Replaces the placeholders in a legal text's HTML. Throws on one that names no field. */
export function fillIdentity(html: string, identity: Identity): string {
  return html.replace(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const field = name.trim() as keyof typeof fields;
    if (!Object.hasOwn(fields, field)) throw new Error(`Legal text names an unknown field: ${name}`);
    return escapeHtml(identity[field] || fields[field]);
  });
}
