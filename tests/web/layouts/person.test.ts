import { expect, test } from 'vitest';
import { authorName, personOf } from '../../../src/web/layouts/jsonLd.ts';

test.each(['Ayşe Demir', 'Uzm. Psk. Ayşe Demir', 'Işıl Öztürk-Şahin', 'Destina Kaya', 'Uzm. Psk. A.Selin Ak'])(
  '%s is a person',
  (legal_name) => {
    expect(personOf({ legal_name })).toEqual({ '@type': 'Person', name: legal_name });
  },
);

test.each([
  '',
  'Demir',
  'Örnek Psikolojik Danışmanlık ve Eğitim Ltd. Şti.',
  'Ayşe Demir Danışmanlık',
  'Kıyı A.Ş.',
  'DEMİR DANIŞMANLIK',
  'AYŞE DEMİR EĞİTİM',
])('%j is no person', (legal_name) => expect(personOf({ legal_name })).toBeUndefined());

test('a post is written by that person, or else by the practice', () => {
  expect(authorName({ legal_name: 'Ayşe Demir', name: 'Kâğıt ve İp' })).toBe('Ayşe Demir');
  expect(authorName({ legal_name: 'Kıyı A.Ş.', name: 'Kâğıt ve İp' })).toBe('Kâğıt ve İp');
});
