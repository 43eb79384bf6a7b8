/** How much was erased for an address, by kind. */
export interface Erasure {
  email: string;
  counts: Record<string, number>;
}

const kinds: Record<string, string> = {
  account: 'hesap',
  orders: 'sipariş',
  enquiries: 'mesaj',
  mails: 'bekleyen e-posta',
};

/** `deniz@ornek.com: 1 hesap, 2 sipariş silindi.`, or that there was nothing. */
export function erasureMessage({ email, counts }: Erasure): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  if (!parts.length) return `${email} için kayıtlı veri bulunamadı.`;
  return `${email}: ${parts.map(([kind, count]) => `${count} ${kinds[kind] ?? kind}`).join(', ')} silindi.`;
}
