import { escapeHtml } from '../shared/html.ts';

/** Fields of the site that legal texts may name as `{{field}}`. */
const fields = ['legal_name', 'tax_line', 'address', 'email', 'phone'] as const;

export type Identity = Record<(typeof fields)[number], string>;

/** Replaces the placeholders in a legal text's HTML. Throws on one that names no field. */
export function fillIdentity(html: string, identity: Identity): string {
  return html.replace(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const field = fields.find((one) => one === name.trim());
    if (!field) throw new Error(`Legal text names an unknown field: ${name}`);
    return escapeHtml(identity[field]);
  });
}
