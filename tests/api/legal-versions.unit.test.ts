import { expect, test } from 'vitest';
import { nextVersion } from '../../src/api/content/legalVersions.service.ts';
import { seedOf } from '../../src/api/content/seeds.ts';

const name = 'legal/gizlilik';
const own = seedOf('sample', name);
const text = (revision: number, body: unknown = own.body) => ({ name, revision, data: { ...own, body } }) as const;
const now = new Date('2027-03-04T22:30:00Z');

test('the product’s own text has the version it came with', () => {
  expect(nextVersion(text(1), undefined, new Map(), now)).toBe('2026-11-21');
});

test('a changed text has the day in Istanbul, numbered where that day has one', () => {
  const live = { ...text(1), version: '2026-11-21' };
  const published = [{ version: '2026-11-21', revision: 1 }];
  expect(nextVersion(text(2, 'Yeni'), live, new Map([[name, published]]), now)).toBe('2027-03-05');
  const more = [...published, { version: '2027-03-05', revision: 2 }, { version: '2027-03-05-2', revision: 3 }];
  const third = { ...text(3, 'Başka'), version: '2027-03-05-2' };
  expect(nextVersion(text(4, 'Daha başka'), third, new Map([[name, more]]), now)).toBe('2027-03-05-3');
});

test('a text that was changed and changed back before publishing keeps its version', () => {
  const live = { ...text(1), version: '2026-11-21' };
  expect(nextVersion(text(3), live, new Map([[name, [{ version: '2026-11-21', revision: 1 }]]]), now)).toBe(
    '2026-11-21',
  );
});

test('a text that was published before somebody went back to an earlier release has the version it had', () => {
  const published = [
    { version: '2026-11-21', revision: 1 },
    { version: '2027-01-01', revision: 2 },
  ];
  const live = { ...text(1), version: '2026-11-21' };
  expect(nextVersion(text(2, 'Yeni'), live, new Map([[name, published]]), now)).toBe('2027-01-01');
});
