/** Address of a link that writes a mail. No sign of the e-mail address adds a recipient, a subject or a text. */
export function mailto(email: string, fields: { subject?: string; body?: string } = {}): string {
  const address = email.split('@').map(encodeURIComponent).join('@');
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `mailto:${address}${query.length ? `?${query.join('&')}` : ''}`;
}
