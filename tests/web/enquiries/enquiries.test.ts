import { describe, expect, test } from 'vitest';
import services from '../../../src/content/coaching-services.json' with { type: 'json' };
import {
  checkEnquiry,
  failureMessage,
  gradeOf,
  grades,
  serviceOf,
  successMessage,
} from '../../../src/web/enquiries/enquiries.ts';

describe('grades', () => {
  test.each([
    ['4', 's4'],
    ['5', 's4'],
    ['6', 's4'],
    ['7', 's7'],
    ['LGS', 'lgs'],
    ['9', 's9'],
    ['10', 's9'],
    ['11', 's11'],
    ['YKS', 'yks'],
  ])('%s belongs to %s', (grade, service) => {
    expect(serviceOf(grade)).toBe(service);
  });

  test.each(['', '8', 'lgs', 'toString', '__proto__'])('%j belongs to no service', (grade) => {
    expect(serviceOf(grade)).toBeUndefined();
  });

  test('every service of the page can be chosen, and the form offers a grade of it', () => {
    for (const { id } of services.items) expect(serviceOf(gradeOf(id) ?? '')).toBe(id);
    expect(
      grades.map(({ value }) => serviceOf(value)).every((id) => services.items.some((service) => service.id === id)),
    ).toBe(true);
  });
});

describe('the message after sending', () => {
  const person = { name: 'Şeyma', surname: 'Işık' };
  const topic = { id: 'lgs', name: 'LGS' };

  test('of the coaching form thanks by name and names the service', () => {
    expect(successMessage('coaching', person, topic)).toMatch(
      /^Teşekkürler Şeyma Işık! “LGS” için mesajınız bize ulaştı\./,
    );
  });

  test('of the counselling form names the sender and the subject', () => {
    expect(successMessage('consulting', person, topic)).toBe(
      'Mesajınız gönderildi! Teşekkürler Şeyma Işık; “LGS” konusunda en kısa sürede size döneceğiz.',
    );
    expect(successMessage('consulting', person, { id: null, name: null })).toBe(
      'Mesajınız gönderildi! Teşekkürler Şeyma Işık; en kısa sürede size döneceğiz.',
    );
  });

  test('of a failure is that of the server if it answered, else that of the form', () => {
    expect(failureMessage('coaching', '')).toMatch(/^Bir hata oluştu: Form gönderilemedi\. Yazdıklarınız burada/);
    expect(failureMessage('coaching', 'Çok sık.')).toBe('Bir hata oluştu: Çok sık.');
    expect(failureMessage('consulting', '')).toMatch(/^Mesaj gönderilirken hata oluştu\. Yazdıklarınız burada/);
    expect(failureMessage('consulting', 'Çok sık.')).toBe('Mesaj gönderilirken hata oluştu. Çok sık.');
  });
});

test('a phone number is validated before it is sent', () => {
  expect(checkEnquiry({ phone_number: '0532 000 00 00' })).toEqual({});
  expect(Object.keys(checkEnquiry({ phone_number: '123' }))).toEqual(['phone_number']);
  expect(Object.keys(checkEnquiry({}))).toEqual(['phone_number']);
});
