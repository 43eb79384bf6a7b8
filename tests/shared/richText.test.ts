import { describe, expect, test } from 'vitest';
import { toLink, toVideo } from '../../src/shared/richText.ts';

describe('a link', () => {
  test.each([
    ['ayse@ornek.com', 'mailto:ayse@ornek.com'],
    ['  ayse@ornek.com\u200b ', 'mailto:ayse@ornek.com'],
    ['mailto:ayse@ornek.com?subject=Merhaba', 'mailto:ayse@ornek.com?subject=Merhaba'],
    ['https://www.meb.gov.tr', 'https://www.meb.gov.tr'],
    ['http://ornek.com/yol?a=1#b', 'http://ornek.com/yol?a=1#b'],
    ['www.ornek.com', 'https://www.ornek.com'],
    ['ornek.com.tr/yol', 'https://ornek.com.tr/yol'],
    ['çiçek.com', 'https://çiçek.com'],
    ['/danismanlik', '/danismanlik'],
    ['#sonra', '#sonra'],
    ['https://www.youtube.com/watch?v=inpok4MKVLM', 'https://www.youtube-nocookie.com/embed/inpok4MKVLM'],
    ['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789'],
  ])('%s leads to %s', (written, href) => {
    expect(toLink(written)).toBe(href);
    expect(toLink(href)).toBe(href);
  });

  test.each([
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://ornek.com/1',
    '//evil.test/x',
    '/\\evil.test',
    '\\\\evil.test',
    'https:evil',
    'https://',
    'http://[::1',
    'tel:+905320000000',
    '#_ftn1',
    '#_ednref2',
    '#ftnt_ref1',
    '#sdfootnote1sym',
    'mailto:',
    'mailto:a@b.com"onclick=x',
    'alert(1)',
    'iki kelime',
    '',
  ])('may not lead to %j', (written) => {
    expect(toLink(written)).toBeNull();
  });
});

describe('a video', () => {
  test.each([
    ['https://www.youtube.com/watch?v=inpok4MKVLM&list=x', 'https://www.youtube-nocookie.com/embed/inpok4MKVLM'],
    [
      'https://m.youtube.com/watch?v=inpok4MKVLM&t=1m30s',
      'https://www.youtube-nocookie.com/embed/inpok4MKVLM?start=90',
    ],
    ['youtu.be/inpok4MKVLM?t=42', 'https://www.youtube-nocookie.com/embed/inpok4MKVLM?start=42'],
    ['http://youtube.com/shorts/inpok4MKVLM', 'https://www.youtube-nocookie.com/embed/inpok4MKVLM'],
    ['//www.youtube.com/embed/inpok4MKVLM?autoplay=1', 'https://www.youtube-nocookie.com/embed/inpok4MKVLM'],
    ['https://www.youtube-nocookie.com/embed/inpok4MKVLM', 'https://www.youtube-nocookie.com/embed/inpok4MKVLM'],
    [
      'https://www.youtube.com/embed/videoseries?si=x&list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG',
      'https://www.youtube-nocookie.com/embed/videoseries?list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG',
    ],
    [
      'https://www.youtube.com/embed/live_stream?channel=UCoMdktPbSTixAyNGwb-UYkQ',
      'https://www.youtube-nocookie.com/embed/live_stream?channel=UCoMdktPbSTixAyNGwb-UYkQ',
    ],
    ['https://vimeo.com/123456789/0123abcdef', 'https://player.vimeo.com/video/123456789?h=0123abcdef'],
    ['https://player.vimeo.com/video/123456789?h=0123abcdef', 'https://player.vimeo.com/video/123456789?h=0123abcdef'],
    ['https://vimeo.com/channels/staffpicks/123456789', 'https://player.vimeo.com/video/123456789'],
    ['https://player.vimeo.com/video/2', 'https://player.vimeo.com/video/2'],
    ['https://vimeo.com/showcase/5838538/video/123456789', 'https://player.vimeo.com/video/123456789'],
    ['https://vimeo.com/groups/12/videos/123456789', 'https://player.vimeo.com/video/123456789'],
    ['https://www.youtube.com/embed/abc', 'https://www.youtube-nocookie.com/embed/abc'],
  ])('%s is embedded as %s', (written, embed) => {
    expect(toVideo(written)).toBe(embed);
    expect(toVideo(embed)).toBe(embed);
  });

  test.each([
    'https://youtube.com.evil.test/watch?v=inpok4MKVLM',
    'https://youtube.com@evil.test/watch?v=inpok4MKVLM',
    'https://evil.test/youtube.com/embed/inpok4MKVLM',
    'https://www.youtube.com/redirect?q=https://evil.test',
    'https://www.youtube.com/embed/..%2f..%2fredirect',
    'https://www.youtube.com/watch?v="><script>',
    'https://www.youtube.com/@kanal',
    'https://www.youtube.com/embed/videoseries',
    'https://www.youtube.com/embed/videoseries?list="><script>',
    'javascript://youtube.com/watch?v=inpok4MKVLM',
    'https://vimeo.com/about',
    'https://dailymotion.com/video/x1',
    'youtube.com',
    '',
  ])('%j is not embedded', (written) => {
    expect(toVideo(written)).toBeNull();
  });
});
