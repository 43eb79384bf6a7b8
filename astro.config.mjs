import react from '@astrojs/react';
import { defineConfig, fontProviders } from 'astro/config';

const env = process.env;

/** A face's file is asked only for letters in its range; base.css names what stands in for the rest. */
const face = (name, suffix, unicodeRange, weight, style) => ({
  src: [`./src/web/fonts/${name}-${suffix}.woff2`],
  weight,
  style,
  unicodeRange: [unicodeRange],
});

/** The two files of a face that nearly every page needs (scripts/fonts.ts). */
const core = (name, weight, style) => [
  face(name, 'core', 'U+20-FF,U+131,U+2013-2026', weight, style),
  face(name, 'core-ext', 'U+11E-15F,U+20BA', weight, style),
];
const font = (name, variable, variants) => ({
  provider: fontProviders.local(),
  name,
  cssVariable: `--font-${variable}`,
  fallbacks: [],
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
  devToolbar: { enabled: false },
  markdown: { syntaxHighlight: false },
  fonts: [
    font('Alegreya', 'alegreya', [
      ...core('alegreya', '420 560', 'normal'),
      ...core('alegreya-italic', '400 500', 'italic'),
    ]),
    font('Commissioner', 'commissioner', core('commissioner', '400 600', 'normal')),
  ],
  vite: {
    // While developing, the API is another process (scripts/dev.ts).
    server: env.DEV_API_URL ? { proxy: { '/api': env.DEV_API_URL, '/media': env.DEV_API_URL } } : {},
    build: { assetsInlineLimit: 0, cssMinify: 'lightningcss' },
    cacheDir: env.ASTRO_CACHE_DIR ? `${env.ASTRO_CACHE_DIR}/vite` : undefined,
  },
});
