import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { demoData } from '../src/demo/demoData.ts';

const { blogs, categories, comments, gallery, products, services } = demoData;
const drawings = [
  ...products.flatMap(({ image1, image2 }) => [image1, image2]),
  ...services.map(({ image }) => image),
  ...gallery.flatMap(({ images }) => images.map(({ art }) => art)),
  ...blogs.flatMap(({ image }) => image ?? []),
  ...blogs.flatMap(({ content }) => [...content.matchAll(/"art:([a-z0-9-]+)"/g)].map(([, name]) => name!)),
];

describe('the sample content', () => {
  test.each([...new Set(drawings)])('the drawing %s of the sample content exists', (name) => {
    expect(existsSync(`public/art/${name}.svg`)).toBe(true);
  });

  test('sample products have an existing category and a time of day', () => {
    for (const { category, time, title } of products) {
      expect(categories, title).toContain(category);
      expect(time, title).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
    }
  });

  test('sample posts and photo sets are in the past, comments not older than their post', () => {
    for (const { day, title } of [...blogs, ...gallery]) expect(day, title).toBeLessThanOrEqual(0);
    const days = new Map(blogs.map(({ title, day }) => [title, day]));
    for (const { blog, day } of comments) {
      expect(day, blog).toBeGreaterThanOrEqual(days.get(blog) as number);
      expect(day, blog).toBeLessThanOrEqual(0);
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
