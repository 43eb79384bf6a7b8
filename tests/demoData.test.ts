import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sha256Short } from '../src/api/hash.ts';
import { demoData } from '../src/demo/demoData.ts';
import { readDrawing } from '../src/demo/drawings.ts';
import encoded from '../src/demo/pictures/sizes.json' with { type: 'json' };
import { drawingsOf } from '../src/demo/seed.ts';

const { blogs, categories, gallery, products } = demoData;

describe('the sample content', () => {
  test.each([...drawingsOf(demoData)])('the drawing %s is encoded as it is now', async (name) => {
    expect(encoded[name as keyof typeof encoded]?.drawing).toBe(sha256Short(await readFile(`public/art/${name}.svg`)));
    for await (const { data, type, width } of readDrawing(name)) {
      expect(await sharp(data).metadata()).toMatchObject({ format: type === 'avif' ? 'heif' : 'webp', width });
    }
  });

  test('sample products have an existing category and a time of day', () => {
    for (const { category, time, title } of products) {
      expect(categories, title).toContain(category);
      expect(time, title).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
    }
  });

  test('sample posts and photo sets are in the past, comments not older than their post', () => {
    for (const { day, title } of [...blogs, ...gallery]) expect(day, title).toBeLessThanOrEqual(0);
    for (const post of blogs)
      for (const { day } of post.comments ?? []) {
        expect(day, post.title).toBeGreaterThanOrEqual(post.day);
        expect(day, post.title).toBeLessThanOrEqual(0);
      }
  });

  test('every picture of the sample content has an alternative text', () => {
    for (const { art, alt } of gallery.flatMap(({ images }) => images)) expect(alt, art).not.toBe('');
    for (const [tag] of blogs
      .map(({ content }) => content)
      .join('')
      .matchAll(/<img[^>]*>/g))
      expect(tag).toMatch(/ alt="[^"]+"/);
  });
});
