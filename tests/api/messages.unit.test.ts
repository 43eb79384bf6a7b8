import { expect, test, vi } from 'vitest';
import { BuildError, describeError } from '../../src/api/publish/renderer/messages.ts';

const root = '/srv/practice';
const say = (error: unknown) => {
  // The full error goes to the log.
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const line = describeError(error, root);
  log.mockRestore();
  return line;
};
const fault = (code: string) =>
  Object.assign(new Error(`${code}: no, mkdir '/var/lib/practice/releases/2026'`), { code });

test('the message of a failed build says what to do and names no folder of the machine', () => {
  expect(say(new BuildError('Yazı okunamadı.'))).toBe('Yazı okunamadı.');
  expect(say(fault('ENOSPC'))).toMatch(/^Diskte yer kalmadı/);
  for (const code of ['EACCES', 'EPERM', 'EROFS']) expect(say(fault(code))).toMatch(/klasörüne yazılamıyor/);
  expect(say(fault('EIO'))).toBe("Site hazırlanamadı: EIO: no, mkdir '2026'");
  expect(say(new Error(`${root}/src/pages/blog.astro: bozuk`))).toBe('Site hazırlanamadı: src/pages/blog.astro: bozuk');
  expect(say(new Error('in file:///home/biri/site/a.mjs and https://ornek.com/a/b'))).toBe(
    'Site hazırlanamadı: in a.mjs and https://ornek.com/a/b',
  );
});
