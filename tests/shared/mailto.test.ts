import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mailto } from '../../src/shared/mailto.ts';
import { replyLinks } from '../../src/web/admin/enquiries/enquiries.ts';

test('an address cannot add recipients, a subject or words to the mail that answers it', () => {
  for (const evil of [
    'a?bcc=kotu%40evil.example&body=x@ornek.net',
    'a%0d%0abcc:kotu@ornek.net',
    'a,b@ornek.net',
    'a@ornek.net?bcc=kotu@evil.example',
    'a@ornek.net&cc=kotu@evil.example',
  ]) {
    const href = mailto(evil, { subject: 'Konu' });
    const { search, pathname } = new URL(href);
    expect([...new URLSearchParams(search).keys()]).toEqual(['subject']);
    expect(decodeURIComponent(pathname)).toBe(evil);
    expect(pathname).not.toMatch(/[,?&]|%0d%0a/i.test(evil) ? /[,?&=]/ : /$^/);
    const enquiry = { email: evil, full_name: 'Ada', phone_number: '+90532', form_type: 'consulting' } as never;
    expect([...new URL(replyLinks(enquiry).mail).searchParams.keys()]).toEqual(['subject', 'body']);
  }
  expect(mailto('ayse+is@ornek.com')).toBe('mailto:ayse%2Bis@ornek.com');
});

test('no other place puts an address into a mailto link', () => {
  const places = globSync('src/**/*.{ts,tsx,astro}').filter((file) => readFileSync(file, 'utf8').includes('mailto:$'));
  expect(places.sort()).toEqual(['src/shared/mailto.ts', 'src/shared/richText.ts']);
});
