import fc from 'fast-check';
import { file } from '../api/formData.ts';

/** Strings that break naive programs: quotes, injections of many languages, backtracking patterns, odd characters. */
export const maliciousStrings: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066ters',
  '\ufeff',
  'ı İ ş Ş ğ Ğ',
  '👩‍👩‍👧‍👦',
  'e\u0301'.repeat(50),
  "'",
  '"',
  '\\',
  '`',
  '$1',
  '%',
  '_',
  '%s%n%x',
  "' or 1=1 --",
  "'; drop schema app cascade; --",
  '1); vacuum; --',
  '$$ begin end $$',
  '{{7*7}}',
  '#{7*7}',
  '<%= 7*7 %>',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '../../../../etc/passwd',
  '..\\..\\windows',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '/media/../../keys/enquiries.key',
  'a@ornek.com\r\nBcc: b@ornek.com',
  'Set-Cookie: a=b\r\n\r\n',
  '|id',
  ';id',
  '$(id)',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e309',
  '0x10',
  '9999999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13',
  '25:61',
  '2026-13-45T99:99:99Z',
  '6f2cbe6c-58a3-4bd3-9f19-6e6b4a3e0001',
  '00000000-0000-0000-0000-000000000000',
  'a'.repeat(10_000),
  'ş'.repeat(200_000),
  '<'.repeat(100_000),
  '<div>'.repeat(40_000),
  '<a href="'.repeat(20_000),
  `${'a'.repeat(60_000)}@`,
  `${'-'.repeat(60_000)}!`,
  ' '.repeat(100_000),
  `e${'\u0323\u0301'.repeat(50_000)}`,
  `${'\t'.repeat(60_000)}x`,
  '&lt;'.repeat(50_000),
  '<!--'.repeat(30_000),
  `data:image/svg+xml,${'%3C'.repeat(20_000)}`,
];

const extremeNumbers = [0, -0, -1, 0.1, 1.005, 1e21, -1e21, 2 ** 31, 2 ** 53, 5e-324, 1.7976931348623157e308];

const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;

/** Any JSON value. */
export const maliciousValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...maliciousStrings) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.constantFrom(...extremeNumbers) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { length: 1e9 }, deep(500)),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const names = ['a.png', '', '../../a.png', 'a.png\0.html', 'a"b\r\nX: y.png', 'ş'.repeat(300), '.htaccess', 'con'];
const contents: (string | Buffer)[] = [
  '',
  'GIF89a',
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff\xe0',
  'RIFF\x00\x00\x00\x00WEBPVP8 ',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '<!doctype html><script>alert(1)</script>',
  Buffer.alloc(300_000, 0xff),
];

/** Malformed and disguised files, and sometimes the valid `picture`. */
export const maliciousFile = (picture: Buffer): fc.Arbitrary<File> =>
  fc
    .tuple(
      fc.oneof({ weight: 1, arbitrary: fc.constant(picture) }, { weight: 6, arbitrary: fc.constantFrom(...contents) }),
      fc.constantFrom(...names),
      fc.constantFrom('image/png', 'image/svg+xml', 'text/html', '', 'a/b; c="d'),
    )
    .map(([data, name, type]) => file(typeof data === 'string' ? Buffer.from(data, 'latin1') : data, name, type));

/** Headers that a caller controls. */
export const maliciousHeaders: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'idempotency-key': fc.constantFrom('', 'a', 'k'.repeat(255), 'k'.repeat(256), "' or 1=1", '\u00ff'),
    'if-none-match': fc.constantFrom('*', '"', 'W/"', ','.repeat(5000), '"a"'),
    'x-forwarded-for': fc.constantFrom('127.0.0.1', 'a, b', '::1', ','.repeat(5000)),
    'user-agent': fc.constantFrom('', '<script>', 'a'.repeat(8000)),
    origin: fc.constantFrom('null', 'http://evil.test', 'http://site.test'),
    range: fc.constantFrom('bytes=0-', 'bytes=-1', 'bytes=9-1'),
    'content-length': fc.constantFrom('0', '-1', 'x'),
    accept: fc.constantFrom('text/html', '*/*;q=x'),
  },
  { requiredKeys: [] },
);
