import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { cutFont, fontFile, weights } from '../scripts/fonts.ts';

test.each(weights)('the font of PDFs of weight %i is what `npm run fonts` cuts', async (weight) => {
  expect((await cutFont(weight)).equals(readFileSync(fontFile(weight)))).toBe(true);
});

test.each(weights)('the font of PDFs of weight %i has the letters of names of the region', (weight) => {
  const document = new PDFDocument().font(fileURLToPath(fontFile(weight)));
  const missing = document.widthOfString('\u{1f33c}');
  const names = 'Şeyma Çağrı İnci Əli Həsənov Straße Oʻzbek Ольга Қасым Өмүрбек Ґалина Νίκος Łukasz Țepeș';
  expect([...names].filter((letter) => document.widthOfString(letter) === missing)).toEqual([]);
});
