import { expect, test } from 'vitest';
import { renderRichText } from '../../../src/web/blog/renderRichText.ts';

const picture = `/media/${'a'.repeat(32)}_960x540.webp`;

test('a stored picture gets its size and its lighter files, and waits until it comes near', () => {
  const html = renderRichText(`<p>Önce</p><img src="${picture}" alt="Bir ip">`);
  expect(html).toContain('width="960" height="540" alt="Bir ip" loading="lazy"');
  expect(html).toContain(`${'a'.repeat(32)}_960x540-480.avif 480w`);
});

test('a video is a button that names its host, and no frame', () => {
  const html = renderRichText('<iframe class="ql-video" src="https://www.youtube.com/embed/abcdefghijk"></iframe>');
  expect(html).not.toContain('<iframe');
  expect(html).toContain('href="https://www.youtube-nocookie.com/embed/abcdefghijk"');
  expect(html).toContain('YouTube üzerinden yüklenir');
});

test('what the rules of a post do not allow is gone, whoever wrote it', () => {
  const html = renderRichText(
    '<p onclick="x()">Metin<script>x()</script></p><img src="https://elsewhere.example/p.png">',
  );
  expect(html).toBe('<p>Metin</p>');
});

test('a link to elsewhere gets no handle on our window, one of ours stays as it is', () => {
  const html = renderRichText('<p><a href="https://meb.gov.tr">MEB</a> <a href="/blog">blog</a></p>');
  expect(html).toContain('<a rel="noopener nofollow" href="https://meb.gov.tr">');
  expect(html).toContain('<a href="/blog">');
});
