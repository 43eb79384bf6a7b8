// The bundler's process: bundles the site for its code as it is now, so that renderers can open it in a moment.
import { readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AstroConfig, type AstroIntegration, type AstroPrerenderer, build } from 'astro';
import { type BundleFacts, createFreshImports, factsFile, folders, type Styled } from './bundled.ts';
import { readBundle } from './folder.ts';
import { inOneLine, type RenderNews } from './messages.ts';

const [root = '', work = ''] = process.argv.slice(2);
const client = join(work, folders.client);
/** Where Astro keeps its server code until it has rendered. */
const prerender = join(client, '.prerender');

const tell = (news: RenderNews) => void process.send?.(news);
// The server is gone: nobody waits for what is being made.
process.once('disconnect', () => process.exit(0));

try {
  // Astro keeps its server code beside `outDir` only if that lies under the working directory; anywhere else two
  // bundlers would share one folder of the project.
  process.chdir(work);
  createFreshImports(root, pathToFileURL(`${prerender}/`).href);
  const facts = await bundle();
  const server = join(work, folders.server);
  await rename(prerender, server);
  const modules = await readSizes(server);
  const entry = Object.keys(modules).find((name) => name.startsWith('prerender-entry')) as string;
  const files = await readBundle(client);
  await writeFile(join(work, factsFile), JSON.stringify({ ...facts, entry, files, modules } satisfies BundleFacts));
  tell({ kind: 'bundled' });
} catch (error) {
  tell({ kind: 'failed', message: inOneLine(error, root) });
}
// Astro's build still waits inside `getStaticPaths`.
process.disconnect?.();

/** What Astro's own prerenderer knows once it is set up, beyond its public type. */
type SetUp = AstroPrerenderer & { app: { getSettings(): { scripts: BundleFacts['scripts'] } } };

/** Lets Astro build, and stops it right before it would render: inside `getStaticPaths`, which never answers. */
function bundle(): Promise<Omit<BundleFacts, 'entry' | 'files' | 'modules'>> {
  return new Promise((resolve, reject) => {
    let config: AstroConfig;
    let pages: Map<string, Styled>;
    const integration: AstroIntegration = {
      name: 'bundle',
      hooks: {
        'astro:config:done': (options) => {
          config = options.config;
        },
        'astro:build:setup': (options) => {
          pages = options.pages;
        },
        'astro:build:start': ({ setPrerenderer }) => {
          setPrerenderer((usual) => ({
            name: 'bundle',
            async getStaticPaths() {
              await usual.setup?.();
              const { scripts } = (usual as SetUp).app.getSettings();
              const { site = 'http://localhost', build } = config;
              const styles = [...pages].map(([key, page]): [string, Styled] => [key, { styles: page.styles }]);
              resolve({ site, format: build.format, scripts, pages: styles });
              return new Promise(() => {});
            },
            render: usual.render,
          }));
        },
      },
    };
    build({ root, outDir: client, logLevel: 'error', integrations: [integration] }).catch(reject);
  });
}

async function readSizes(folder: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const file of await readdir(folder, { recursive: true })) {
    const found = await stat(join(folder, file));
    if (found.isFile()) sizes[file] = found.size;
  }
  return sizes;
}
