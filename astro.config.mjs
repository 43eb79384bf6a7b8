import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

const env = process.env;

/**
 * Modules that pages need together, one file for each group with what it imports: as files of their own they would
 * weigh more. `page` is the script of every page (layouts/startPage.ts) with the bundler's helper.
 */
const codeSplitting = {
  groups: [
    { name: 'page', test: /preload-helper|layouts\/Base\.astro/ },
    { name: 'paths', test: /src\/web\/(paths|token)\.ts/ },
    { name: 'nanostores', test: /node_modules\/nanostores\// },
    { name: 'session', test: /web\/account\/session\.store\.ts/ },
    { name: 'react', test: /node_modules\/(@nanostores\/react|react|react-dom|scheduler)\// },
    { name: 'http', test: /web\/http\.ts/ },
    // Of content pages and accounts alike, so that neither loads the other's.
    { name: 'form', test: /web\/ui\/form\.ts/ },
    { name: 'draft', test: /web\/ui\/(draft|formDraft)\.ts/ },
    { name: 'texts', test: /shared\/(phone|texts)\.ts/ },
    { name: 'controls', test: /web\/ui\/(Button|Field|Icon|States|trustedHtml|useHydrated)\.tsx?/ },
    // Of every session and of the forms alike.
    { name: 'device', test: /web\/account\/device\.ts/ },
    {
      name: 'account-forms',
      test: /web\/(account\/(account|problem|useForm|(New|Current)PasswordField)|ui\/PasswordField)\.tsx?/,
    },
  ],
};

/** Short names: a page names some forty files, and each letter that no other name has weighs on its HTML. */
const assetFileNames = '_astro/[name].[hash:6][extname]';
const entryFileNames = ({ name }) => `_astro/${name.replace(/\.astro_astro_type_.*/, '')}.[hash:6].js`;

/** What islands import from packages (tests/boundaries.test.ts); React comes with its integration. */
const libraries = [
  'nanostores',
  '@nanostores/react',
  '@nanostores/persistent',
  '@nanostores/router',
  '@supabase/auth-js',
  'zod',
  '@e965/xlsx',
  'qr',
  'csv-parse/browser/esm/sync',
  'qr/decode.js',
  'quill/core',
  ...['blockquote', 'bold', 'header', 'image', 'indent', 'italic', 'link', 'list', 'strike', 'underline', 'video'].map(
    (format) => `quill/formats/${format}`,
  ),
];

/** The oldest browsers that the site is made for (docs/architecture.md). */
const safari = ['safari17.4', 'ios17.4'];
const browsers = ['chrome120', 'edge120', 'firefox125', ...safari];

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
  vite: {
    // While developing, the API is another process (scripts/dev.ts).
    server: env.DEV_API_URL ? { proxy: { '/api': env.DEV_API_URL, '/media': env.DEV_API_URL } } : {},
    // Named beforehand: found on the way, they come too late, and no island wakes up (504, Outdated Optimize Dep).
    optimizeDeps: { include: libraries },
    build: {
      assetsInlineLimit: 0,
      cssMinify: 'lightningcss',
      target: browsers,
      // Without it pages get no prefixes, and shorthands that Safari does not read. The others need none.
      cssTarget: safari,
      rolldownOptions: { output: { codeSplitting, assetFileNames } },
    },
    environments: { client: { build: { rolldownOptions: { output: { assetFileNames, entryFileNames } } } } },
    cacheDir: env.ASTRO_CACHE_DIR ? `${env.ASTRO_CACHE_DIR}/vite` : undefined,
  },
});
