import { expect, test } from 'vitest';
import type { SamplesState } from '../../../src/contract/samples.ts';
import type { Setup } from '../../../src/contract/setup.ts';
import { removalWords, restoreWords, stepNote } from '../../../src/web/admin/setup/setup.ts';

type Group = SamplesState['groups'][number];
const group = (entity: Group['entity'], counts: Partial<Group>): Group => ({
  ...{ entity, removable: 0, edited: 0, used: 0, removed: 0 },
  ...counts,
});
const state = (words: boolean, ...groups: Group[]): SamplesState => ({ words, groups, restorable_until: null });

test('the question before a removal is of whole sentences', () => {
  const samples = state(true, group('product', { removable: 3, edited: 1, used: 2 }), group('category', { used: 1 }));
  expect(removalWords(samples)).toBe(
    '3 atölye siteden kalkar; sepetlerdeki örnek atölyeler de. Örnek metinlerin, danışan yorumlarının ve “Ben Kimim?” yazısının yerini kısa, yansız metinler alır. Sizin düzenlediğiniz 1 atölye kalır. Siparişi olan 2 atölye ve bağlantısı olan 1 kategori kalır. 30 gün içinde hepsini geri getirebilirsiniz.',
  );
});

test('the question before bringing back names what comes, each once', () => {
  expect(restoreWords(state(false))).toBe('Örnek metinler siteye geri gelir.');
  expect(restoreWords(state(false, group('product', { removed: 3 }), group('post', { removed: 2 })))).toBe(
    '3 atölye, 2 yazı ve örnek metinler siteye geri gelir.',
  );
  expect(restoreWords(state(true, group('post', { removed: 2 })))).toBe('2 yazı siteye geri gelir.');
});

test('a site that began without samples does not hear that they were removed', () => {
  expect(stepNote('samples', { samples: { done: true, left: 0 } } as Setup)).toBe('Sitede örnek içerik yok.');
});
