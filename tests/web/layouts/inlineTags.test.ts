import { expect, test } from 'vitest';
import { findElements, inlineTexts, mergeStyleTags } from '../../../src/web/layouts/inlineTags.ts';

const title = '<style></style><style>main{display:none}</style><script>__hit()</script>';
const page = (head: string) =>
  `<head><style media="print">p{}</style><meta content="${title}"><title>${title.replaceAll('<', '&lt;')}</title>${head}</head>`;

test('all styles of a page are merged into the first', () => {
  expect(
    mergeStyleTags('<style>a{}</style><p>1</p><style>b{}</style><style media="print">c{}</style><style>d{}</style>'),
  ).toMatchObject({
    html: '<style>a{}b{}d{}</style><p>1</p><style media="print">c{}</style>',
    elements: [{ text: 'a{}b{}d{}' }, { text: 'c{}' }],
  });
});

test('text in an attribute is neither style nor script', () => {
  expect(mergeStyleTags(page('<style>a{}</style><style>b{}</style>')).html).toBe(page('<style>a{}b{}</style>'));
  const html = page('<style>a{}</style><script>x="<style>y</style>"</script><script src="/a.js"></script>');
  expect(inlineTexts(findElements(html), 'style')).toEqual(['p{}', 'a{}']);
  expect(inlineTexts(findElements(html), 'script')).toEqual(['x="<style>y</style>"']);
});

test('structured data is no script', () => {
  const html = '<script type="application/ld+json">{}</script><!-- <script>a</script> -->';
  expect(inlineTexts(findElements(html), 'script')).toEqual([]);
});
