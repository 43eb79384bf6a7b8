import { expect, test } from 'vitest';
import { personOf } from '../../../src/web/layouts/jsonLd.ts';

test.each(['Ayşe Demir', 'Uzm. Psk. Ayşe Demir', 'Işıl Öztürk-Şahin'])('%s is a person', (legal_name) => {
  expect(personOf({ legal_name })).toEqual({ '@type': 'Person', name: legal_name });
});

test.each(['', 'Demir', 'Örnek Psikolojik Danışmanlık ve Eğitim Ltd. Şti.', 'Ayşe Demir Danışmanlık', 'Kıyı A.Ş.'])(
  '%j is no person',
  (legal_name) => expect(personOf({ legal_name })).toBeUndefined(),
);
