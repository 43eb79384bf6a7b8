import { describe, expect, test } from 'vitest';
import { password } from '../../src/contract/account.ts';
import { fold } from '../../src/shared/fold.ts';
import { toE164 } from '../../src/shared/phone.ts';
import { toSlug } from '../../src/shared/slug.ts';
import { cleanLine, cleanText, email } from '../../src/shared/text.ts';

describe('slugs', () => {
  test.each([
    ['Çocuklarla Şiir Günü', 'cocuklarla-siir-gunu'],
    ['İSTANBUL IĞDIR', 'istanbul-igdir'],
    ['  Öfke   ve Üzüntü!  ', 'ofke-ve-uzuntu'],
    ['Café — Zürih & Ağrı', 'cafe-zurih-agri'],
    ['snake_case -- başlık', 'snake_case-baslik'],
    ['😀', ''],
    [`${'uzun '.repeat(36)}başlık`, `${'uzun-'.repeat(35)}uzun`],
  ])('%s becomes %s', (title, slug) => {
    expect(toSlug(title)).toBe(slug);
  });
});

describe('phones', () => {
  test.each([
    '0532 111 22 33',
    '532 111 22 33',
    '+90 532 111 22 33',
    '90 532 111 22 33',
    '0 (532) 111-22-33',
    '0532.111.22.33',
    '\u202a+90 532 111 22 33\u202c',
    '0532–111–22–33',
  ])('%s is stored as the same number', (written) => {
    expect(toE164(written)).toBe('+905321112233');
  });

  test.each(['', '123', '0532 111 22', '+90 123 456 78 90', 'beş yüz', '05321112233x'])('%j is refused', (written) => {
    expect(toE164(written)).toBeNull();
  });
});

describe('typed text', () => {
  test('a line loses invisible characters only', () => {
    expect(cleanLine(' Ay\u200bşe\r\nBcc: x@y \u202eters ')).toBe('Ayşe Bcc: x@y ters');
    expect(cleanLine('\ud800a\u0000b')).toBe('\ufffdab');
  });

  test('a letter with a hundred thousand combining marks is handled fast, and real letters stay whole', () => {
    // Normalising these as they are takes minutes.
    const marks = `e${'\u0323\u0301'.repeat(100_000)}`;
    for (const clean of [cleanLine, cleanText]) expect(clean(marks)).toHaveLength(30);
    expect(password.safeParse(marks).success).toBe(false);
    expect(cleanLine('s\u0327i\u0307 ệ Việt')).toBe('şi̇ ệ Việt');
    expect(password.safeParse('ş'.normalize('NFD').repeat(128)).success).toBe(true);
  });

  test('a text of several lines keeps them', () => {
    expect(cleanText('bir\r\niki\n\nüç\u0007')).toBe('bir\niki\n\nüç');
  });

  test('e-mail addresses are lowercased as ASCII, Turkish capitals unchanged', () => {
    expect(email.parse(' Ali.INCE@Ornek.COM ')).toBe('ali.ince@ornek.com');
    expect(email.safeParse('İrem@ornek.com').success).toBe(false);
  });

  test.each([
    ['ISPARTA', 'isparta'],
    ['ısparta', 'isparta'],
    ['Isparta', 'isparta'],
    ['İsparta', 'isparta'],
    ['çocuk', 'cocuk'],
    ['ÇOCUK', 'cocuk'],
    ['Şükrü Öğün', 'sukru ogun'],
  ])('%s folds to %s', (written, folded) => {
    expect(fold(written)).toBe(folded);
  });
});
