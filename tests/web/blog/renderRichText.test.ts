import { expect, test } from 'vitest';
import { renderRichText } from '../../../src/web/blog/renderRichText.ts';

const picture = `/media/${'a'.repeat(32)}_960x540.webp`;

test('a stored picture gets its size and srcset, and is loaded lazily', () => {
  const html = renderRichText(`<p>Önce</p><img src="${picture}" alt="Bir ip">`);
  expect(html).toContain('width="960" height="540" alt="Bir ip" loading="lazy"');
  expect(html).toContain(`${'a'.repeat(32)}_960x540-480.avif 480w`);
});

test('a picture higher than wide is shown narrower, and its description stays text', () => {
  const tall = `/media/${'b'.repeat(32)}_900x1200.webp`;
  const html = renderRichText(`<p><img src="${tall}" alt="&quot;&gt;&lt;script&gt;x()&lt;/script&gt;"></p>`);
  expect(html).toContain('<picture class="tall">');
  expect(html).toContain('alt="&quot;&gt;&lt;script&gt;x()&lt;/script&gt;"');
  expect(html).not.toContain('<script');
});

test('a video is rendered as a button that names its host, not as a frame', () => {
  const html = renderRichText('<iframe class="ql-video" src="https://www.youtube.com/embed/abcdefghijk"></iframe>');
  expect(html).not.toContain('<iframe');
  expect(html).toContain('href="https://www.youtube-nocookie.com/embed/abcdefghijk"');
  expect(html).toContain('YouTube üzerinden yüklenir');
});

test('HTML that posts may not contain is removed', () => {
  const html = renderRichText(
    '<p onclick="x()">Metin<script>x()</script></p><img src="https://elsewhere.example/p.png">',
  );
  expect(html).toBe('<p>Metin</p>');
});

test('an external link gets rel=noopener, an internal one is unchanged', () => {
  const html = renderRichText('<p><a href="https://meb.gov.tr">MEB</a> <a href="/blog">blog</a></p>');
  expect(html).toContain('<a rel="noopener nofollow" href="https://meb.gov.tr">');
  expect(html).toContain('<a href="/blog">');
});
