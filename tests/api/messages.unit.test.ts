import { expect, test, vi } from 'vitest';
import type { SiteBundle } from '../../src/api/publish/renderer/bundle.ts';
import { BuildError, describeError } from '../../src/api/publish/renderer/messages.ts';
import { type Page, renderPage } from '../../src/api/publish/renderer/sitePages.ts';

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
  // What the bundler throws there has no code.
  const bundler = new Error(
    'Build failed:\nFailed to write file\nCaused by:\n    No space left on device (os error 28)',
  );
  expect(say(bundler)).toMatch(/^Diskte yer kalmadı/);
  for (const code of ['EACCES', 'EPERM', 'EROFS']) expect(say(fault(code))).toMatch(/klasörüne yazılamıyor/);
  expect(say(fault('EIO'))).toBe("Site hazırlanamadı: EIO: no, mkdir '2026'");
  expect(say(new Error(`${root}/src/pages/blog.astro: bozuk`))).toBe('Site hazırlanamadı: src/pages/blog.astro: bozuk');
  expect(say(new Error('in file:///home/biri/site/a.mjs and https://ornek.com/a/b'))).toBe(
    'Site hazırlanamadı: in a.mjs and https://ornek.com/a/b',
  );
});

test('the message of a page that cannot be rendered names no folder either', async () => {
  const render = () => Promise.reject(new Error("Cannot find module '/srv/practice/chunks/a.mjs' imported from b"));
  const bundle = { site: 'http://site.test', pages: { render } } as unknown as SiteBundle;
  const page = { pathname: '/blog', file: 'blog.html', key: null, route: {} } as Page;
  await expect(renderPage(bundle, page)).rejects.toThrow(
    "“/blog” sayfası hazırlanamadı: Cannot find module 'a.mjs' imported from b",
  );
});
