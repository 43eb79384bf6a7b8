import react from '@astrojs/react';
import { defineConfig, fontProviders } from 'astro/config';

const env = process.env;

/** A face's file (scripts/fonts.ts), asked only for letters in its range; fonts-rest.css names what stands in for others. */
const face = (name, weight, style) => ({
  src: [`./src/web/fonts/${name}-core.woff2`],
  weight,
  style,
  unicodeRange: ['U+20-FF,U+11E-15F,U+2013-2026,U+20BA'],
});

const font = (name, variable, variants) => ({
  provider: fontProviders.local(),
  name,
  cssVariable: `--font-${variable}`,
  fallbacks: [],
  options: { variants },
});

/** The frame's script (layouts/frame.ts) and the bundler's helper in one file: a content page asks for one script. */
const codeSplitting = {
  groups: [
    { name: 'frame', test: /preload-helper|layouts\/Base\.astro/ },
    // The token's few lines are asked for where addresses are: a file of their own would weigh more than they do.
    { name: 'paths', test: /src\/web\/(paths|token)\.ts/ },
  ],
};

/** What islands import from packages (tests/boundaries.test.ts); React comes with its integration. */
const libraries = [
  'nanostores',
  '@nanostores/react',
  '@nanostores/persistent',
  '@nanostores/router',
  '@supabase/auth-js',
  'zod',
  'quill/core',
  ...['blockquote', 'bold', 'header', 'image', 'indent', 'italic', 'link', 'list', 'strike', 'underline', 'video'].map(
    (format) => `quill/formats/${format}`,
  ),
];

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
    font('Alegreya', 'alegreya', [face('alegreya', '420 560', 'normal'), face('alegreya-italic', '400 500', 'italic')]),
    font('Commissioner', 'commissioner', [face('commissioner', '400 600', 'normal')]),
  ],
  vite: {
    // While developing, the API is another process (scripts/dev.ts).
    server: env.DEV_API_URL ? { proxy: { '/api': env.DEV_API_URL, '/media': env.DEV_API_URL } } : {},
    // Named beforehand: found on the way, they come too late, and no island wakes up (504, Outdated Optimize Dep).
    optimizeDeps: { include: libraries },
    build: { assetsInlineLimit: 0, cssMinify: 'lightningcss', rolldownOptions: { output: { codeSplitting } } },
    cacheDir: env.ASTRO_CACHE_DIR ? `${env.ASTRO_CACHE_DIR}/vite` : undefined,
  },
});
