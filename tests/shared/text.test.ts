import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { accountApi, password } from '../../src/contract/account.ts';
import { commentsApi } from '../../src/contract/comments.ts';
import { endpoints, type Key } from '../../src/contract/endpoints.ts';
import { enquiriesApi } from '../../src/contract/enquiries.ts';
import { fold, foldCase } from '../../src/shared/fold.ts';
import { toE164 } from '../../src/shared/phone.ts';
import { toSlug } from '../../src/shared/slug.ts';
import { cleanLine, cleanText, email, optionalLine } from '../../src/shared/text.ts';

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
    const unseen =
      '\u034f\u061c\u115f\u17b4\u180b\u180e\u206a\u2800 \u3164\ufe0f\uffa0\ufff9\ufffe\uffff\u{13441}\u{e0061}\u{e0100}';
    for (const clean of [cleanLine, cleanText]) expect(clean(unseen)).toBe('');
    expect(cleanLine('❤\ufe0f 1\ufe0f\u20e3 ☀\ufe0e')).toBe('❤\ufe0f 1\ufe0f\u20e3 ☀\ufe0e');
    const emoji = '🤷\u200d♀\ufe0f 👩🏽\u200d🏫 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥';
    const letters = 'می\u200cخواهم क्\u200dष ক্\u200cষ';
    for (const kept of [emoji, letters]) expect(cleanLine(kept)).toBe(kept);
    expect(cleanLine('A\u200dy\u200cşe\u200d 👩\u200d \u200dم\u200c\u200c')).toBe('Ayşe 👩 م');
    expect(fold(letters)).toBe(fold(letters.replace(/[\u200c\u200d]/g, '')));
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
    // Word's line within a paragraph, and those of other programs.
    expect(cleanText('bir\viki\u2028üç\u2029dört\u0085beş\raltı')).toBe('bir\niki\nüç\ndört\nbeş\naltı');
    expect(cleanLine('bir\viki\u2028üç\u0085dört')).toBe('bir iki üç dört');
  });

  test('e-mail addresses are lowercased as ASCII, Turkish capitals unchanged', () => {
    expect(email.parse(' Ali.INCE@Ornek.COM ')).toBe('ali.ince@ornek.com');
    expect(email.safeParse('İrem@ornek.com').success).toBe(false);
    const refused = ['.ali@ornek.com', 'ali.@ornek.com', 'ali..ince@ornek.com'];
    for (const address of refused) expect(email.safeParse(address).success).toBe(false);
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

  test.each([['İstanbul'], ['I\u0307STANBUL'], ['İstanbul'.toLowerCase()], ['istanbul']])(
    '%j is the same word as istanbul',
    (written) => {
      expect([fold(written), foldCase(written)]).toEqual(['istanbul', 'istanbul']);
    },
  );
});

describe('an optional field', () => {
  const fieldsOf = (schema: z.ZodType, value: unknown) =>
    Object.fromEntries(
      (schema.safeParse(value).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
    );
  const tooLong = 'En fazla 2000 karakter yazabilirsiniz.';
  const note = enquiriesApi['PUT /api/consulting-messages/:id/note'].body;
  const answer = commentsApi['PUT /api/admin/comments/:id/answer'].body;

  test('that is filled in wrongly is told in its own words', () => {
    const { phone_number } = fieldsOf(accountApi['POST /api/register'].body, { phone_number: '555' });
    expect(phone_number).toMatch(/^Lütfen geçerli bir telefon numarası girin/);
    for (const length of [2001, 9000]) {
      expect(fieldsOf(note, { note: 'a'.repeat(length) })).toEqual({ note: tooLong });
      expect(fieldsOf(answer, { answer: 'a'.repeat(length) })).toEqual({ answer: tooLong });
      expect(fieldsOf(optionalLine(2000), 'a'.repeat(length))).toEqual({ '': tooLong });
    }
  });

  test('that is blank is empty', () => {
    expect(note.parse({ note: ' \u200b ' })).toEqual({ note: '' });
    expect(answer.parse({ answer: ' \u200b ' })).toEqual({ answer: '' });
    expect([undefined, null, ' '].map((value) => optionalLine(5).parse(value))).toEqual([null, null, null]);
  });
});

describe('the longest text of a field', () => {
  test.each<[Key, Record<string, number>]>([
    ['POST /api/register', { name: 100, surname: 100 }],
    ['POST /api/consulting-create-messages', { name: 100, surname: 100, message: 5000, selected_service_name: 200 }],
    ['PUT /api/consulting-messages/:id/note', { note: 2000, before: 2000 }],
    ['POST /api/comments/create', { name_surname: 100, description: 2000 }],
    ['PUT /api/admin/comments/:id/answer', { answer: 2000 }],
    ['POST /api/feedback/:token', { text: 2000 }],
    ['POST /api/product/add', { title: 160, description: 5000, location: 160, category: 80 }],
    ['PUT /api/product/update/:id', { question: 200, bring: 1000, leader: 120 }],
    ['POST /api/admin/product/:id/message', { subject: 150, text: 5000 }],
    ['POST /api/admin/orders', { fullName: 120 }],
    ['POST /api/admin/checkouts/:code/payments', { note: 500, external_ref: 100 }],
    ['POST /api/admin/checkouts/:code/refunds', { reason: 300 }],
    ['POST /api/consulting', { title: 160, note: 200, description: 5000 }],
    ['POST /api/admin/gallery/add', { title: 160, description: 2000 }],
    ['POST /api/blogs/add', { title: 200, description: 1000, content: 400_000 }],
  ])('%s', (key, fields) => {
    const { shape } = endpoints[key as 'POST /api/register'].body as z.ZodObject;
    for (const [field, max] of Object.entries(fields)) {
      const isTaken = (length: number) => shape[field]?.safeParse('a'.repeat(length)).success;
      expect([field, isTaken(max), isTaken(max + 1)]).toEqual([field, true, false]);
    }
  });
});
