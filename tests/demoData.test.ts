import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoData } from '../src/demo/demoData.ts';

const { blogs, categories, comments, gallery, products, services } = demoData;

const plain = (html: string) => html.replace(/<[^>]+>/g, ' ');
const wordCount = (text: string) => plain(text).match(/[\p{L}\d]+/gu)?.length ?? 0;
const drawn = (name: string) => existsSync(new URL(`../public/art/${name}.svg`, import.meta.url));
const upcoming = products.filter((product) => product.day > 0);
const past = products.filter((product) => product.day < 0);

/** The slug rule of CONTRACT.md 6, to see that no two titles meet in one address. */
const slugOf = (title: string) =>
  title
    .toLocaleLowerCase('tr')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replace(/\s+/g, '-')
    .replace(/[^\w-]/g, '')
    .replace(/-+/g, '-');

describe('the workshops', () => {
  it('are at least twelve to come, within the next months, and five past', () => {
    expect(upcoming.length).toBeGreaterThanOrEqual(12);
    expect(past).toHaveLength(5);
    for (const { day } of upcoming) expect(day).toBeOneOf(Array.from({ length: 107 }, (_, index) => index + 4));
    for (const { day } of past) expect(day).toBeOneOf(Array.from({ length: 116 }, (_, index) => -5 - index));
  });

  it('have exactly one sold out and one with three seats left, at most twelve otherwise', () => {
    expect(upcoming.filter((product) => product.stock === 0)).toHaveLength(1);
    expect(upcoming.filter((product) => product.stock === 3)).toHaveLength(1);
    for (const { stock } of products) expect(stock).toBeLessThanOrEqual(12);
  });

  it.each(products)('$title is complete', (product) => {
    expect(categories).toContain(product.category);
    expect(product.time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
    expect(Math.round(product.price * 100) / 100).toBe(product.price);
    expect(wordCount(product.description)).toBeGreaterThanOrEqual(60);
    expect(wordCount(product.description)).toBeLessThanOrEqual(160);
    expect(drawn(product.image1) && drawn(product.image2)).toBe(true);
    expect(product.image1).not.toBe(product.image2);
  });

  it('use every category', () => {
    expect(new Set(products.map((product) => product.category))).toEqual(new Set(categories));
  });
});

describe('the articles', () => {
  it('are at least fifteen, newest first, none in the future', () => {
    expect(blogs.length).toBeGreaterThanOrEqual(15);
    const days = blogs.map((blog) => blog.day);
    expect(days).toEqual(days.toSorted((a, b) => b - a));
    expect(days[0]).toBeLessThanOrEqual(0);
  });

  it.each(blogs)('$title is as long as an article and made of what the editor can make', (blog) => {
    expect(wordCount(blog.content)).toBeGreaterThanOrEqual(300);
    expect(wordCount(blog.content)).toBeLessThanOrEqual(900);
    expect(blog.description.length).toBeGreaterThanOrEqual(160);
    expect(blog.description.length).toBeLessThanOrEqual(260);
    const tags = new Set([...blog.content.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag));
    const allowed = 'p h2 h3 strong em u s ul ol li blockquote a br iframe img'.split(' ');
    expect([...tags].filter((tag) => !allowed.includes(tag!))).toEqual([]);
    expect(tags).toContain('h2');
    for (const [, href] of blog.content.matchAll(/<a href="([^"]*)"/g)) expect(href).toMatch(/^(https:\/\/|mailto:)/);
    for (const [, name] of blog.content.matchAll(/art:([a-z0-9-]+)/g)) expect(drawn(name!)).toBe(true);
    for (const [tag] of blog.content.matchAll(/<img[^>]*>/g)) expect(tag).toMatch(/ alt="[^"]{10,}"/);
    if (blog.image) expect(drawn(blog.image)).toBe(true);
  });

  it('close every tag they open', () => {
    for (const { content, title } of blogs) {
      const open: string[] = [];
      for (const [, slash, tag] of content.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
        if (tag === 'br' || tag === 'img') continue;
        if (slash) expect(open.pop(), title).toBe(tag);
        else open.push(tag!);
      }
      expect(open, title).toEqual([]);
    }
  });

  it('hold lists, quotes, one video and at least one picture between them', () => {
    const all = blogs.map((blog) => blog.content).join('');
    for (const tag of ['<ul>', '<ol>', '<blockquote>', '<h3>', '<img ']) expect(all).toContain(tag);
    expect(all.match(/<iframe class="ql-video" src="https:\/\/www\.youtube-nocookie\.com\/embed\//g)).toHaveLength(1);
  });
});

it('no two workshops and no two articles share an address', () => {
  for (const titles of [products.map((one) => one.title), blogs.map((one) => one.title)])
    expect(new Set(titles.map(slugOf)).size).toBe(titles.length);
});

describe('the gallery', () => {
  it('has nine sets over the three categories, with one to seven pictures each', () => {
    expect(gallery).toHaveLength(9);
    expect(new Set(gallery.map((set) => set.category)).size).toBe(3);
    const sizes = gallery.map((set) => set.images.length);
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([1, 7]);
    expect(gallery.every((set) => set.day <= 0)).toBe(true);
  });

  it('describes every picture in words', () => {
    for (const { art, alt } of gallery.flatMap((set) => set.images)) {
      expect(drawn(art), art).toBe(true);
      expect(alt.length).toBeGreaterThan(20);
    }
  });
});

describe('the services', () => {
  it.each(services)('$title has a picture and 80 to 200 words', (service) => {
    expect(wordCount(service.description)).toBeGreaterThanOrEqual(80);
    expect(wordCount(service.description)).toBeLessThanOrEqual(200);
    expect(drawn(service.image)).toBe(true);
  });

  it('are seven', () => {
    expect(services).toHaveLength(7);
  });
});

describe('the comments', () => {
  it('belong to articles that were there when they were written', () => {
    for (const comment of comments) {
      const blog = blogs.find((one) => one.title === comment.blog);
      expect(blog, comment.blog).toBeDefined();
      expect(comment.day).toBeGreaterThanOrEqual(blog!.day);
      expect(comment.day).toBeLessThanOrEqual(0);
    }
  });

  it('are enough for "show more" under one article, and four wait for approval', () => {
    const approved = Map.groupBy(
      comments.filter((comment) => comment.approved),
      (comment) => comment.blog,
    );
    expect(Math.max(...[...approved.values()].map((list) => list.length))).toBeGreaterThanOrEqual(12);
    expect(comments.filter((comment) => !comment.approved)).toHaveLength(4);
  });

  it('are signed with the letters that break careless upper-casing', () => {
    const initials = new Set(comments.map((comment) => comment.name_surname.charAt(0)));
    for (const letter of ['i', 'ı', 'İ', 'Ş', 'Ç', 'Ö']) expect(initials).toContain(letter);
    expect(comments.map((comment) => comment.name_surname)).toContain('irem');
  });
});
