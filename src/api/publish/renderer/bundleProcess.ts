// The bundling process: lets Astro bundle the site with its current code, and keeps the server code as well.
import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type AstroConfig, type AstroIntegration, build } from 'astro';
import { type BundleManifest, folders, manifestFile } from './bundleManifest.ts';
import { describeError, type RendererMessage } from './messages.ts';
import { compressClientFiles } from './releaseFiles.ts';

const [root = '', work = ''] = process.argv.slice(2);
const client = join(work, folders.client);
const server = join(work, folders.server);

const send = (message: RendererMessage) => void process.send?.(message);
// The parent is gone: nobody needs the bundle.
process.once('disconnect', () => process.exit(0));

try {
  const built = await bundleSite();
  const files = await compressClientFiles(client);
  const manifest: BundleManifest = { ...built, files, modules: await readSizes(server) };
  await writeFile(join(work, manifestFile), JSON.stringify(manifest));
  send({ kind: 'bundled' });
} catch (error) {
  send({ kind: 'failed', message: describeError(error, root) });
}
process.disconnect?.();

/**
 * Runs Astro's build as an adapter does that renders pages in a process of its own: `siteEntry.ts` is the entry of the
 * server code. The build itself renders no page; Astro deletes the server code at its end, so it is moved before.
 */
async function bundleSite(): Promise<Pick<BundleManifest, 'site' | 'format' | 'entry'>> {
  let config: AstroConfig | undefined;
  let output: { folder: string; entry: string } | undefined;
  let styledPages: { styles: { depth: number }[] }[] = [];
  const integration: AstroIntegration = {
    name: 'renderer',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        const plugin: NonNullable<AstroConfig['vite']['plugins']>[number] = {
          name: 'renderer-entry',
          // Packages are bundled too: the bundle lies outside the project, where Node would not find them.
          configEnvironment: (name) =>
            name === 'prerender'
              ? {
                  resolve: { noExternal: true, external: ['sharp'] },
                  build: { rolldownOptions: { input: fileURLToPath(new URL('./siteEntry.ts', import.meta.url)) } },
                }
              : undefined,
          writeBundle({ dir = '' }, chunks) {
            if (this.environment.name === 'client') for (const { styles } of styledPages) reverseUnranked(styles);
            if (this.environment.name !== 'prerender') return;
            const entry = Object.values(chunks).find((chunk) => chunk.type === 'chunk' && chunk.isEntry);
            output = { folder: dir, entry: entry?.fileName ?? '' };
          },
        };
        updateConfig({ build: { server: pathToFileURL(join(work, 'build/')) }, vite: { plugins: [plugin] } });
      },
      'astro:config:done': ({ config: final, setAdapter }) => {
        config = final;
        setAdapter({
          name: 'renderer',
          entrypointResolution: 'auto',
          adapterFeatures: { buildOutput: 'static', preserveBuildServerDir: true },
          supportedAstroFeatures: { staticOutput: 'stable', sharpImageService: 'stable' },
        });
      },
      'astro:build:setup': ({ pages }) => {
        styledPages = [...pages.values()];
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer({
          name: 'renderer',
          async getStaticPaths() {
            if (output) await rename(output.folder, server);
            return [];
          },
          render: () => Promise.reject(new Error('The bundling process renders no page.')),
        });
      },
    },
  };
  await build({ root, outDir: client, logLevel: 'error', integrations: [integration] });
  if (!config || !output) throw new Error('Astro built no server code for its "prerender" environment.');
  return { site: config.site ?? 'http://localhost', format: config.build.format, entry: output.entry };
}

/**
 * Reverses a page's styles of depth -1 (those an island loads later). Astro reverses them each time it sorts: its own
 * build does so twice, before and while it renders, this one only before.
 */
function reverseUnranked(styles: { depth: number }[]): void {
  const unranked = styles.filter(({ depth }) => depth === -1).reverse();
  styles.splice(0, styles.length, ...styles.filter(({ depth }) => depth !== -1), ...unranked);
}

async function readSizes(folder: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const file of await readdir(folder, { recursive: true })) {
    const found = await stat(join(folder, file));
    if (found.isFile()) sizes[file] = found.size;
  }
  return sizes;
}
