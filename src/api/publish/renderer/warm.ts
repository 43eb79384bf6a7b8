import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type AstroConfig, type AstroIntegration, type AstroPrerenderer, build } from 'astro';

/** The bundled site, held open in memory: pages can be rendered again and again without bundling anew. */
export interface WarmSite {
  config: AstroConfig;
  /** Folder with the site's assets and public files. */
  bundle: string;
  /**
   * A prerenderer whose modules know nothing of earlier ones: whatever pages kept in memory is read anew.
   * Earlier modules are never freed, so the process must be replaced now and then.
   */
  renew(): Promise<AstroPrerenderer>;
}

/**
 * Bundles the site into `bundle` and stops Astro's build right before it would render: inside `getStaticPaths`, which
 * never answers. Until the process ends, Astro's own prerenderer is ours to use.
 */
export function openWarmSite(root: string, bundle: string): Promise<WarmSite> {
  const fresh = createFreshImports(root);
  return new Promise((resolve, reject) => {
    let config: AstroConfig;
    const integration: AstroIntegration = {
      name: 'warm-renderer',
      hooks: {
        'astro:config:done': (options) => {
          config = options.config;
        },
        'astro:build:start': ({ setPrerenderer }) => {
          setPrerenderer((usual) => ({
            name: 'warm-renderer',
            getStaticPaths: () => {
              resolve({ config, bundle, renew: () => fresh.run(() => setUp(usual)) });
              return new Promise(() => {});
            },
            render: usual.render,
          }));
        },
      },
    };
    build({ root, outDir: bundle, logLevel: 'error', integrations: [integration] }).catch(reject);
  });
}

async function setUp(prerenderer: AstroPrerenderer): Promise<AstroPrerenderer> {
  await prerenderer.setup?.();
  return prerenderer;
}

/**
 * Makes imports of the bundled server code give new modules each time: every address in its folder carries the number
 * of the round in which its importer was loaded. Packages are looked up from the project, wherever the bundle lies.
 */
function createFreshImports(root: string) {
  const project = pathToFileURL(`${root}/package.json`).href;
  let round = 0;
  let entering = false;
  let folder: string | undefined;
  registerHooks({
    resolve(specifier, context, next) {
      const from = context.parentURL ?? '';
      const inside = folder !== undefined && from.startsWith(folder);
      const isPackage = inside && !/^(?:\.|\/|file:|node:|data:)/.test(specifier);
      const found = next(specifier, isPackage ? { ...context, parentURL: project } : context);
      if (entering) {
        entering = false;
        folder ??= new URL('./', found.url).href;
      }
      if (!folder || !found.url.startsWith(folder)) return found;
      const number = inside ? /\?round=(\d+)$/.exec(from)?.[1] : round;
      return { ...found, url: `${found.url.replace(/\?.*$/, '')}?round=${number}` };
    },
  });
  return {
    /** Runs `enter`, whose first import is the bundle's entry, in a new round. */
    async run<T>(enter: () => Promise<T>): Promise<T> {
      round += 1;
      entering = folder === undefined;
      return enter();
    },
  };
}
