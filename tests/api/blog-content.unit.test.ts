import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { cleanContent } from '../../src/api/blog/postHtml.ts';
import type { Storage } from '../../src/api/storage/storage.ts';
import { demoData } from '../../src/demo/demoData.ts';
import { picture } from './shop.ts';

const storage = { url: (name: string) => `/media/${name}` } as Storage;
const clean = (html: string) => cleanContent(html, storage);

/** Every element with its attributes, as a parser reads them. */
function found(html: string): { tag: string; attributes: Record<string, string> }[] {
  const elements: { tag: string; attributes: Record<string, string> }[] = [];
  new Parser({ onopentag: (tag, attributes) => elements.push({ tag, attributes: { ...attributes } }) }).end(html);
  return elements;
}

/** Lists what is not allowed in a cleaned text; written independently of the code that cleans. */
function forbidden(html: string): string[] {
  return found(html).flatMap(({ tag, attributes }) => {
    if (!/^(?:p|h[234]|blockquote|ul|ol|li|strong|em|u|s|span|a|br|img|iframe)$/.test(tag)) return [tag];
    return Object.entries(attributes).flatMap(([name, value]) => {
      const fine =
        (name === 'class' &&
          value.split(' ').every((item) => /^ql-(?:align|color|bg|size|font|video)(?:-[a-z]+)?$/.test(item))) ||
        (tag === 'a' && name === 'href' && /^(?:https?:\/\/|mailto:|\/[^/\\]|\/$|#)/.test(value)) ||
        (tag === 'img' && ((name === 'src' && value.startsWith('/media/')) || name === 'alt')) ||
        (tag === 'iframe' &&
          name === 'src' &&
          /^https:\/\/(?:www\.youtube(?:-nocookie)?\.com\/embed|player\.vimeo\.com\/video)\/[\w-]+(?:\?(?:start=\d+|h=[0-9a-f]+))?$/.test(
            value,
          )) ||
        (tag === 'iframe' && (name === 'title' || name === 'allowfullscreen'));
      return fine ? [] : [`${tag} ${name}=${value}`];
    });
  });
}

describe('lines and lists', () => {
  test.each([
    [
      'bullets of the editor stay bullets',
      '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>a</li><li data-list="bullet">b</li></ol>',
      '<ul><li>a</li><li>b</li></ul>',
    ],
    [
      'numbers stay numbers, beside bullets too',
      '<ol><li data-list="bullet">a</li><li data-list="ordered">b</li></ol>',
      '<ul><li>a</li></ul><ol><li>b</li></ol>',
    ],
    [
      'indented items become a list within',
      '<ol><li data-list="ordered">a</li><li data-list="bullet" class="ql-indent-1">b</li><li data-list="ordered">c</li></ol>',
      '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>',
    ],
    [
      'a list within a list stays one',
      '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>',
      '<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>',
    ],
    ['an item without a list gets one', '<li>a</li>', '<ul><li>a</li></ul>'],
    ['words without a paragraph get one', 'a<div>b</div>c', '<p>a</p><p>b</p><p>c</p>'],
    [
      'formatting over several lines is repeated in each',
      '<b><p>a</p><p>b</p></b>',
      '<p><strong>a</strong></p><p><strong>b</strong></p>',
    ],
    ['signs that end a line elsewhere are blanks', '<p>bir\u2028iki\viki\u0085buçuk</p>', '<p>bir iki iki buçuk</p>'],
    [
      'a blank line between is kept, at the ends not',
      '<p><br></p><p>a</p><p><br></p><p>b</p><p> </p><p><br></p>',
      '<p>a</p><p><br /></p><p>b</p>',
    ],
    [
      'alignment stays, other classes go',
      '<p class="ql-align-center MsoNormal">a</p>',
      '<p class="ql-align-center">a</p>',
    ],
    [
      'colours, sizes and fonts of the palette stay',
      '<p><span class="ql-color-sea ql-size-large ql-color-neon">a</span></p>',
      '<p><span class="ql-color-sea ql-size-large">a</span></p>',
    ],
    [
      'a picture of ours stays',
      `<p><img src="${picture}" alt="Oda" onerror="x"></p>`,
      `<p><img src="${picture}" alt="Oda" /></p>`,
    ],
    ['headings of two levels stay', '<h2>Üst</h2><h3>Alt</h3>', '<h2>Üst</h2><h3>Alt</h3>'],
    [
      'the description of a picture loses line breaks and what is too long, and never becomes markup',
      `<p><img alt="a\n b&quot;&gt;&lt;script&gt;${'ş'.repeat(400)}" src="${picture}"></p>`,
      `<p><img src="${picture}" alt="a b&quot;&gt;&lt;script&gt;${'ş'.repeat(287)}" /></p>`,
    ],
    ['letters of Turkish and emoji stay', '<p>Çığ düştü 👩‍👧 ₺</p>', '<p>Çığ düştü 👩‍👧 ₺</p>'],
  ])('%s', (_, html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  test('HTML from Word becomes plain paragraphs and lists', () => {
    const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head>
      <body><!--StartFragment--><p class="MsoNormal" style="margin-left:36pt"><b><span style="font-size:14.0pt">Başlık<o:p></o:p></span></b></p>
      <!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]-->
      <table><tr><td>bir</td><td><font color=red>iki</font></td></tr></table><h1>Üst</h1><!--EndFragment--></body></html>`;
    expect(clean(word)).toBe('<p><strong>Başlık</strong></p><p>bir</p><p>iki</p><h2>Üst</h2>');
  });

  test('the sample posts are not changed by cleaning', () => {
    for (const { content } of demoData.blogs) {
      const written = content
        .replace(/art:[\w-]+/g, picture)
        .replace(/>\s+</g, '><')
        .replace(/<img ([^>]*)>/g, '<p><img $1 /></p>')
        .trim();
      expect(clean(written)).toBe(written);
    }
  });
});

describe('links and videos', () => {
  test('an e-mail address gets mailto, a video its embed address', () => {
    expect(clean('<a href="ayse@ornek.com" target="_blank">a</a>')).toBe(
      '<p><a href="mailto:ayse@ornek.com">a</a></p>',
    );
    expect(clean('<a href="https://youtu.be/inpok4MKVLM">a</a>')).toContain(
      'https://www.youtube-nocookie.com/embed/inpok4MKVLM',
    );
    expect(clean('<iframe src="https://vimeo.com/123456789" onload="x" srcdoc="y"></iframe>')).toBe(
      '<iframe class="ql-video" src="https://player.vimeo.com/video/123456789" title="Video" allowfullscreen></iframe>',
    );
    expect(clean(`<iframe src="https://vimeo.com/123456789" title="a\u0000b\n${'c'.repeat(400)}"></iframe>`)).toContain(
      ` title="ab ${'c'.repeat(296)} `.slice(0, -1),
    );
  });

  test('a forbidden link leaves its text, a foreign frame leaves nothing', () => {
    expect(clean('<p><a href="javascript:alert(1)">a</a> b</p>')).toBe('<p>a b</p>');
    expect(clean('<p>a</p><iframe src="https://evil.test/"></iframe>')).toBe('<p>a</p>');
    expect(clean('<p>a<img src="https://evil.test/x.png"><img src="data:image/png;base64,AA"></p>')).toBe('<p>a</p>');
    expect(clean(`<p>a<img src="https://evil.test${picture}"></p>`)).toBe('<p>a</p>');
  });
});

describe('hostile HTML', () => {
  test.each([
    '<script>alert(1)</script>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<img src=x onerror=alert(1)>',
    '<img src="/media/x" onerror="alert(1)">',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<a href="jav&#x09;ascript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href=" javascript:alert(1)" onclick=alert(1)>x</a>',
    '<a href="data:text/html;base64,PHNjcmlwdD4=">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>" src="https://www.youtube.com/embed/inpok4MKVLM"></iframe>',
    '<iframe src="https://www.youtube.com.evil.test/embed/inpok4MKVLM"></iframe>',
    '<iframe src="javascript:alert(1)//youtube.com/embed/inpok4MKVLM"></iframe>',
    '<object data="x.swf"></object><embed src="x.swf"><applet code="x">',
    '<form action="https://evil.test"><input name=password><button formaction="javascript:alert(1)">x</button></form>',
    '<meta http-equiv="refresh" content="0;url=https://evil.test"><base href="https://evil.test/">',
    '<link rel=stylesheet href="https://evil.test/x.css"><style>*{background:url(https://evil.test)}</style>',
    '<p style="background:url(javascript:alert(1))" class="x" id="y" data-x="z">x</p>',
    '<video><source onerror="alert(1)"></video><audio src=x onerror=alert(1)>',
    '<details open ontoggle=alert(1)><summary>x</summary></details>',
    '<template><script>alert(1)</script></template><xmp><script>alert(1)</script></xmp>',
    '<textarea></textarea><script>alert(1)</script><title></title><plaintext><script>alert(1)</script>',
    '"><script>alert(1)</script><!--',
    '<li data-list="" onmouseover=alert(1) x="">x</li>',
    '<span class="ql-color-sea&quot; onmouseover=&quot;alert(1)">x</span>',
    '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
    '<%00script>alert(1)</script>',
    '<p/onclick=alert(1)>x</p><br/onload=alert(1)>',
  ])('nothing active is left of %s', (html) => {
    const cleaned = clean(html);
    expect(forbidden(cleaned)).toEqual([]);
    expect(clean(cleaned)).toBe(cleaned);
  });

  const tags =
    'p div b strong em span a ul ol li h1 h2 blockquote table td iframe img br svg math script style u font pre title textarea noscript template xmp'.split(
      ' ',
    );
  const attributes = [
    '',
    ' class="ql-color-sea"',
    ' class="ql-align-center ql-indent-2"',
    ' data-list="bullet"',
    ' href="https://x.com"',
    ' href="javascript:x"',
    ' src="https://youtu.be/inpok4MKVLM"',
    ` src="${picture}"`,
    ' onclick="x"',
  ];
  const piece = fc.oneof(
    fc.tuple(fc.constantFrom(...tags), fc.constantFrom(...attributes)).map(([tag, words]) => `<${tag}${words}>`),
    fc.constantFrom(...tags).map((tag) => `</${tag}>`),
    fc.constantFrom(
      'a',
      ' ',
      '\n',
      '<',
      '>',
      '&',
      '&lt;script&gt;',
      '&nbsp;',
      '"',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '\0',
      '\ud800',
    ),
    fc.string(),
  );

  test('any generated HTML is safe after cleaning, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const cleaned = clean(pieces.join(''));
        expect(forbidden(cleaned)).toEqual([]);
        expect(clean(cleaned)).toBe(cleaned);
      }),
      { numRuns: 1500 },
    );
  });
});
