import { expect, test } from 'vitest';
import { renderMail } from '../../src/api/mail/layout.ts';
import { toMessage } from '../../src/api/mail/message.ts';

const practice = {
  ...{ name: 'Merkez', tagline: 'koçluk', phone: '+90 500 000 00 00', email: 'iletisim@ornek.com' },
  ...{ address: 'Kiraz Sokak 12', city: 'Kadıköy', map_url: '' },
};
const { html, text } = renderMail(
  {
    title: 'Yeriniz <ayrıldı>',
    paragraphs: ['Ayrıntılar: https://ornek.com/a?b=1&c="x" burada, https://ornek.com/orders.'],
    table: [['Tarih', '14 Aralık 2026 Pazartesi, 14.00–16.00']],
    button: { label: 'Siparişlerim', url: 'https://ornek.com/orders' },
    closing: ['İptal ve iade koşulları: https://ornek.com/yasal/iptal-ve-iade', 'javascript://x'],
  },
  practice,
);

test('an address in a paragraph is a link, with the words before it as its label where it stands alone', () => {
  expect(html).toMatch(/<a [^>]*href="https:\/\/ornek\.com\/yasal\/iptal-ve-iade"[^>]*>İptal ve iade koşulları<\/a>/);
  expect(html).toMatch(/<a [^>]*href="https:\/\/ornek\.com\/a\?b=1&amp;c="/);
  expect(html).toMatch(/<a [^>]*href="https:\/\/ornek\.com\/orders"[^>]*>https:\/\/ornek\.com\/orders<\/a>\./);
  expect(html).not.toContain('href="javascript');
  expect(html).toContain('href="tel:+905000000000"');
  expect(html).toContain('href="mailto:iletisim@ornek.com"');
  expect(text).toContain('İptal ve iade koşulları: https://ornek.com/yasal/iptal-ve-iade');
});

test('the hours of a workshop stay on one line', () => {
  expect(html).toContain('Pazartesi, <span style="white-space:nowrap">14.00–16.00</span></td>');
  expect(text).toContain('Tarih: 14 Aralık 2026 Pazartesi, 14.00–16.00');
});

test('rows of a second workshop stand apart from those of the first', () => {
  const table: [string, string][] = [
    ['Atölye', 'Kukla'],
    ['Yer', 'Salon'],
    ['Atölye', 'Drama'],
    ['Yer', 'Bahçe'],
  ];
  const mail = renderMail({ title: 'Yeriniz ayrıldı', paragraphs: [], table }, practice);
  expect(mail.text).toContain('Atölye: Kukla\nYer: Salon\n\nAtölye: Drama\nYer: Bahçe');
  expect(mail.html.match(/m-line" style="[^"]*2px dashed/g)).toHaveLength(2);
});

test('long words break instead of widening the mail', () => {
  expect(html).toMatch(/<td class="m-sheet" style="overflow-wrap:anywhere;/);
});

test('the practice stands at the end with its address, which leads to a map', () => {
  const query = encodeURIComponent('Kiraz Sokak 12, Kadıköy');
  expect(html).toContain(`href="https://www.google.com/maps/search/?api=1&amp;query=${query}"`);
  expect(text.trimEnd()).toMatch(/\+90 500 000 00 00 · iletisim@ornek\.com\nKiraz Sokak 12$/);
  const { html: without } = renderMail({ title: 'Selam', paragraphs: [] }, { ...practice, address: '' });
  expect(without).not.toContain('maps');
});

test('the button stands after the facts', () => {
  expect(html.indexOf('Pazartesi')).toBeLessThan(html.indexOf('>Siparişlerim<'));
  expect(text.indexOf('Pazartesi')).toBeLessThan(text.indexOf('Siparişlerim:'));
});

test('a mail has a dark set and says so', () => {
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme:dark)');
});

test('a mail without a calendar keeps its files', () => {
  const mail = { to: 'ada@ornek.com', subject: 'Belgeler', parts: { title: 'Belgeler', paragraphs: [] } };
  const env = { siteUrl: 'https://ornek.com', mailFrom: undefined, noticeEmail: undefined, adminEmail: undefined };
  const tickets = { filename: 'biletler.pdf', content: 'pdf' };
  expect(toMessage(mail, env, practice as never, new Date(0), [tickets]).attachments).toEqual([tickets]);
});
