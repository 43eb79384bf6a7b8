import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ownScripts, waitForStyles } from '../../../src/web/layouts/inlineScripts.ts';
import { findElements } from '../../../src/web/layouts/inlineTags.ts';
import { writePolicy } from '../../../src/web/layouts/pagePolicy.ts';

const own = ownScripts[0] as string;
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const page = (body: string) =>
  `<html><head><meta charset="utf-8"><script>${own}</script></head><body>${body}</body></html>`;
const write = (body: string, hasLibraries = false, frames: string[] = []) => {
  const html = page(body);
  const options = { scripts: ownScripts, connect: [], pictures: [], frames, hasLibraries };
  return writePolicy(html, findElements(html), options);
};

describe('the policy of a page', () => {
  test('allows our own files and the inline scripts of our code that the page holds, by hash', () => {
    const html = write('<script src="/_astro/page.B1x.js" type="module"></script>');
    const [, sources] = /script-src ([^;]+);/.exec(html) ?? [];
    expect(sources).toBe(`'self' ${hash(own)}`);
    expect(html).toContain("base-uri 'none'");
    expect(html).toContain("require-trusted-types-for 'script';trusted-types site post\"");
    expect(html).not.toContain('www.youtube.com');
    expect(write('', true)).toContain('trusted-types site post default"');
  });

  test('lets a card service stand in a frame where it is told to, and nowhere else', () => {
    const frames = (html: string) => /frame-src ([^;]+);/.exec(html)?.[1];
    expect(frames(write(''))).toBe('https://www.youtube-nocookie.com https://player.vimeo.com');
    expect(frames(write('', false, ['https://www.paytr.com']))).toContain('https://www.paytr.com');
  });

  test('asks for trusted types but where an island holds a part of the page, which Astro sets as plain HTML', () => {
    expect(write('<astro-island><p>a</p></astro-island>')).toContain('require-trusted-types-for');
    expect(write('<astro-island><astro-slot>a</astro-slot></astro-island>')).not.toContain('trusted-types');
    expect(write('<astro-island><template data-astro-template="notice">a</template>')).not.toContain('trusted-types');
  });

  test('knows every inline script of our pages and of Astro’s islands as code, not as text of a page', () => {
    expect(new Set(ownScripts).size).toBe(10);
    expect(ownScripts.every((text) => text === waitForStyles || text.length > 40)).toBe(true);
  });

  test.each([
    '<script>fetch("/api/x")</script>',
    `<script>${own};alert(1)</script>`,
    '<SCRIPT type=module>alert(1)</SCRIPT>',
    '<script src="https://evil.test/x.js"></script>',
    '<script src="/media/0123.webp"></script>',
    "<script src='//evil.test/x.js' defer></script>",
    '<script src=/_astro/../media/x.js></script>',
    '<script type="text/javascript" data-type="ld+json">alert(1)</script>',
    '<svg><script>alert(1)</script></svg>',
  ])('does not come to be for a page that holds %s', (script) => {
    expect(() => write(`<p>yazı</p>${script}`)).toThrow(/^sayfada sitenin kodundan olmayan bir betik var: ./);
  });

  test('takes structured data for what it is', () => {
    expect(() => write('<script type="application/ld+json">{"a":1}</script>')).not.toThrow();
  });
});
