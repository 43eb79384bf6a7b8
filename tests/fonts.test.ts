import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cutFont, fontFile, weights } from '../scripts/fonts.ts';

test.each(weights)('the font of PDFs of weight %i is what `npm run fonts` cuts', async (weight) => {
  expect((await cutFont(weight)).equals(readFileSync(fontFile(weight)))).toBe(true);
});
