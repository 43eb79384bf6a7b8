import react from '@astrojs/react';
import { defineConfig, fontProviders } from 'astro/config';

const env = process.env;

/** A face's file is asked only for letters in its range, and the next one for those it turns out not to have. */
const ranges = {
  core: 'U+20-FF,U+131,U+2013-2026',
  coreExt: 'U+11E-15F,U+20BA',
  more: 'U+22-F4',
  latin: 'U+0-FF,U+131,U+152-153,U+2000-22FF',
  latinExt: 'U+100-2BA,U+1E00-1EFF,U+20A0-20C0',
};
const file = (src, unicodeRange, weight, style) => ({ src: [src], weight, style, unicodeRange: [unicodeRange] });
const cut = (name) => `./src/web/fonts/${name}.woff2`;
const whole = (family, subset, style) => `@fontsource-variable/${family}/files/${family}-${subset}-wght-${style}.woff2`;

/** The two files of a face that nearly every page needs (scripts/fonts.ts). */
const core = (name, weight, style) => [
  file(cut(`${name}-core`), ranges.core, weight, style),
  file(cut(`${name}-core-ext`), ranges.coreExt, weight, style),
];
/** And those for letters that Turkish does not have: fetched by the pages that use one. */
const rest = (name, family, weight, style) => [
  file(whole(family, 'latin', style), ranges.latin, weight, style),
  file(whole(family, 'latin-ext', style), ranges.latinExt, weight, style),
  file(cut(`${name}-more`), ranges.more, weight, style),
];
const font = (name, variable, fallbacks, variants) => ({
  provider: fontProviders.local(),
  name,
  cssVariable: `--font-${variable}`,
  fallbacks,
  options: { variants },
});

export default defineConfig({
  output: 'static',
  site: env.SITE_URL ?? 'http://localhost:4321',
  outDir: env.OUT_DIR ?? './dist',
  cacheDir: env.ASTRO_CACHE_DIR ?? './node_modules/.astro',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'always' },
  integrations: [react()],
  prefetch: { prefetchAll: true, defaultStrategy: 'hover' },
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  fonts: [
    font(
      'Alegreya',
      'alegreya',
      [],
      [...core('alegreya', '420 560', 'normal'), ...core('alegreya-italic', '400 500', 'italic')],
    ),
    font(
      'Alegreya rest',
      'alegreya-rest',
      ['serif'],
      [
        ...rest('alegreya', 'alegreya', '420 560', 'normal'),
        ...rest('alegreya-italic', 'alegreya', '400 500', 'italic'),
      ],
    ),
    font('Commissioner', 'commissioner', [], core('commissioner', '400 600', 'normal')),
    font(
      'Commissioner rest',
      'commissioner-rest',
      ['sans-serif'],
      rest('commissioner', 'commissioner', '400 600', 'normal'),
    ),
  ],
  vite: {
    build: { assetsInlineLimit: 0, cssMinify: 'lightningcss' },
    cacheDir: env.ASTRO_CACHE_DIR ? `${env.ASTRO_CACHE_DIR}/vite` : undefined,
  },
});
