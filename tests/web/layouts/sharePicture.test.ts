import sharp from 'sharp';
import { expect, test } from 'vitest';
import { breakLines, cutLine, measureLine } from '../../../src/pages/_outlines.ts';
import { drawSharePicture, fitTitle, shareKey } from '../../../src/pages/_sharePicture.ts';

const card = { kicker: '14 Aralık 2026 Pazartesi, 14.00', title: 'Şimdi ve Burada: Farkındalık', name: 'Danışmanlık' };

test('a share picture is a JPEG of 1200 × 630, also for a title without end and letters without outlines', async () => {
  for (const title of [card.title, 'çok uzun bir başlık '.repeat(20), 'Ψ 漢字 \u0301', '']) {
    const { format, width, height } = await sharp(await drawSharePicture({ ...card, title })).metadata();
    expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
  }
});

test('its fingerprint changes with everything it shows', () => {
  const keys = [card, { ...card, title: 'Başka' }, { ...card, kicker: 'Başka' }, { ...card, name: 'Başka' }].map(
    shareKey,
  );
  expect(new Set(keys).size).toBe(4);
  expect(shareKey({ ...card })).toBe(keys[0]);
});

test('lines are broken at blanks so that they fit', () => {
  const lines = breakLines('title', 'Kaygılandırmadan bilgilendirmek: zor konuları çocuklarla konuşmak', 64, 600);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(measureLine('title', line, 64)).toBeLessThanOrEqual(600);
});

test('no word is wider than the sheet: a long one makes the title smaller, a longer one ends with dots', () => {
  const { sizePx, lines } = fitTitle('Mükemmeliyetçiliğimizle Uzlaşmak');
  expect([sizePx, lines]).toEqual([52, ['Mükemmeliyetçiliğimizle', 'Uzlaşmak']]);
  for (const title of ['Çekoslovakyalılaştıramadıklarımızdanmışsınızcasına Bak', 'çok uzun bir başlık '.repeat(20)]) {
    const cut = fitTitle(title);
    expect(cut.lines.join(' ')).toContain('…');
    for (const line of cut.lines) expect(measureLine('title', line, cut.sizePx)).toBeLessThanOrEqual(600);
  }
  expect(cutLine('title', 'Kıyı Psikolojik Danışmanlık ve Öğrenci Koçluğu Merkezi', 27, 540)).toMatch(/\p{L}…$/u);
});
