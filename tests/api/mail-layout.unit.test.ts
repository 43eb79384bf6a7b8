import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type MailParts, renderMail } from '../../src/api/mail/layout.ts';
import { toMessage } from '../../src/api/mail/message.ts';

const practice = {
  ...{ name: 'Merkez', tagline: 'koçluk', phone: '+90 500 000 00 00', email: 'iletisim@ornek.com' },
  ...{ address: 'Kiraz Sokak 12', city: 'Kadıköy', map_url: '' },
};
const siteUrl = 'https://ornek.com';
const render = (parts: MailParts, sender = practice) => renderMail(parts, sender, siteUrl);
const { html, text } = render({
  title: 'Yeriniz <ayrıldı>',
  paragraphs: ['Ayrıntılar: https://ornek.com/a?b=1&c="x" burada, https://ornek.com/orders.'],
  table: [['Tarih', '14 Aralık 2026 Pazartesi, 14.00–16.00']],
  button: { label: 'Siparişlerim', url: 'https://ornek.com/orders' },
  closing: [
    'İptal ve iade koşulları: https://ornek.com/yasal/iptal-ve-iade',
    'Bilet (Ada, Drama: Sahne Senin): https://ornek.com/bilet/X',
    '2. biletiniz: https://ornek.com/bilet/Y',
    'javascript://x',
  ],
});

test('an address in a paragraph is a link, with the words before it as its label where it stands alone', () => {
  expect(html).toMatch(/<a [^>]*href="https:\/\/ornek\.com\/yasal\/iptal-ve-iade"[^>]*>İptal ve iade koşulları<\/a>/);
  expect(html).toMatch(/<a [^>]*href="https:\/\/ornek\.com\/bilet\/X"[^>]*>Bilet \(Ada, Drama: Sahne Senin\)<\/a>/);
  expect(html).toMatch(/<a [^>]*href="https:\/\/ornek\.com\/bilet\/Y"[^>]*>2\. biletiniz<\/a>/);
  expect(html).toMatch(/<a [^>]*href="https:\/\/ornek\.com\/a\?b=1&amp;c="/);
  expect(html).toMatch(/<a [^>]*href="https:\/\/ornek\.com\/orders"[^>]*>https:\/\/ornek\.com\/orders<\/a>\./);
  expect(html).not.toContain('href="javascript');
  expect(html).toContain('href="tel:+905000000000"');
  expect(html).toContain('href="mailto:iletisim@ornek.com"');
  expect(text).toContain('İptal ve iade koşulları: https://ornek.com/yasal/iptal-ve-iade');
});

test('an inbox shows the first sentence beside the subject, not the greeting', () => {
  const mail = render({ title: 'Kapı kodu', paragraphs: ['Merhaba Ada & Ece,', 'Kod <12>.', 'İyi akşamlar.'] });
  expect(mail.html).toMatch(/<body [^>]*>\s*<div style="display:none;[^>]*>Kod &lt;12&gt;\.<\/div>/);
});

test('lines that somebody typed stay lines, and an address ends before a suffix or a quotation mark', () => {
  const paragraphs = ['Getirin:\n- <kil>\nBakın: https://ornek.com/a', 'https://ornek.com’da, “https://ornek.com/b”'];
  paragraphs.push('Saat değişti: 15.00. Harita: https://ornek.com/c');
  const events = [{ ...sheet('Kukla', 'Salon'), rows: [['Yanınızda getirin', 'önlük\nhavlu']] as [string, string][] }];
  const mail = render({ title: 'Kapı kodu', paragraphs, events, table: [['Not', 'Bir\nİki']] });
  expect(mail.html).toMatch(/>Getirin:<br>- &lt;kil&gt;<br>Bakın: <a [^>]*>https:\/\/ornek\.com\/a<\/a><\/p>/);
  expect(mail.html).toMatch(
    /href="https:\/\/ornek\.com"[^>]*>https:\/\/ornek\.com<\/a>’da, “<a [^>]*>https:\/\/ornek\.com\/b<\/a>”/,
  );
  // Of several sentences none is the label of the address at their end.
  expect(mail.html).toMatch(/>Saat değişti: 15\.00\. Harita: <a [^>]*>https:\/\/ornek\.com\/c<\/a><\/p>/);
  expect(mail.html).toContain('Yanınızda getirin: önlük<br>havlu');
  expect(mail.html).toContain('>Bir<br>İki</td>');
});

const sheet = (title: string, location: string) => ({
  ...{ title, location, date: '2026-12-14', when: '14 Aralık 2026 Pazartesi, 14.00–16.00', hours: '14.00' },
  rows: [['Katılımcılar', '<Ada>']] as [string, string][],
});

test('each workshop is a sheet with its day on the stub, and its hours stay on one line', () => {
  const events = [sheet('Kukla', 'Salon'), sheet('Drama', 'Bahçe')];
  const mail = render({ title: 'Yeriniz ayrıldı', paragraphs: [], events });
  expect(mail.text).toContain(
    'Yer: Salon\nKatılımcılar: <Ada>\n\nAtölye: Drama\nTarih: 14 Aralık 2026 Pazartesi, 14.00–16.00',
  );
  expect(mail.html).toContain('Pazartesi, <span style="white-space:nowrap">14.00–16.00</span><br>Salon<br>');
  expect(mail.html).toContain('Katılımcılar: &lt;Ada&gt;');
  expect(mail.html.match(/>14<\/span>\s*<span class="m-accent"[^>]*>Aralık</g)).toHaveLength(2);
});

test('what is to be paid stands on a slip above the workshops, the sum large', () => {
  const slips: [string, string][][] = [
    [
      ['Ödenecek', '1.300 ₺'],
      ['IBAN', 'TR33 0006'],
    ],
  ];
  const mail = render({ title: 'Yeriniz ayrıldı', paragraphs: [], slips, events: [sheet('Kukla', 'Salon')] });
  expect(mail.text).toContain('Ödenecek: 1.300 ₺\nIBAN: TR33 0006\n\nAtölye: Kukla');
  expect(mail.html).toMatch(/font:700 34px[^>]*>1\.300 ₺<\/p>/);
  expect(mail.html.indexOf('TR33 0006')).toBeLessThan(mail.html.indexOf('Kukla'));
});

test('long words and the practice’s address break instead of widening the mail', () => {
  expect(html).toMatch(/<td align="center" style="overflow-wrap:anywhere;[^>]*>\s*<table class="m-sheet"/);
});

test('the practice stands at the top with its sign, which a mail can do without', () => {
  expect(html).toMatch(/<img [^>]*src="https:\/\/ornek\.com\/logo-mail\.png" alt=""[^>]*>[\s\S]*?>Merkez\s*<span/);
  expect(existsSync('public/logo-mail.png')).toBe(true);
});

test('the practice stands at the end with its address, which leads to a map', () => {
  const query = encodeURIComponent('Kiraz Sokak 12, Kadıköy');
  expect(html).toContain(`href="https://www.google.com/maps/search/?api=1&amp;query=${query}"`);
  expect(text.trimEnd()).toMatch(/\+90 500 000 00 00 · iletisim@ornek\.com\nKiraz Sokak 12$/);
  const { html: without } = render({ title: 'Selam', paragraphs: [] }, { ...practice, address: '' });
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
