import { readFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroConfig, AstroPrerenderer } from 'astro';
import { StaticPaths } from 'astro/runtime/prerender/static-paths.js';
import { type FileEntry, findDamage, type Manifest } from '../release.ts';
import { BuildFault } from './messages.ts';

/** What rendering asks of a page's build data. */
export interface Styled {
  styles: { depth: number; order: number; sheet: object }[];
}

/** What Astro's build knows of a bundle beside its files, and rendering asks for. */
export interface BundleFacts {
  site: string;
  format: AstroConfig['build']['format'];
  /** Scripts that integrations put into every page. */
  scripts: { stage: string; content: string }[];
  /** The styles of each route's page, by Astro's key of it. */
  pages: [key: string, Styled][];
  /** The module in `server` that everything is rendered through. */
  entry: string;
  /** What lies in `client`: assets and public files, with their compressed forms. */
  files: Manifest['files'];
  /** Sizes of the modules in `server`. */
  modules: Record<string, number>;
}

export const factsFile = 'bundle.json';
export const folders = { client: 'client', server: 'server' } as const;

/** Renders pages of the site. */
export type Prerenderer = Pick<AstroPrerenderer, 'getStaticPaths' | 'render'>;

/** The bundled site, open: pages can be rendered again and again. */
export interface SiteBundle extends Pick<BundleFacts, 'site' | 'format' | 'files'> {
  /** Folder of `files`. */
  client: string;
  /**
   * A prerenderer whose modules know nothing of earlier ones: whatever pages kept in memory is read anew.
   * Earlier modules are never freed, so the process must be replaced now and then.
   */
  renew(): Promise<Prerenderer>;
}

/** Astro's app in the bundle, as its build uses it. */
type App = ConstructorParameters<typeof StaticPaths>[0] & {
  setInternals(internals: unknown): void;
  setOptions(options: unknown): void;
  render(request: Request, options: { routeData: unknown }): Promise<Response>;
};

/** What is known of the bundle in a folder; undefined where there is none, or a power cut took some of it. */
export async function readFacts(folder: string): Promise<BundleFacts | undefined> {
  try {
    const facts: BundleFacts = JSON.parse(await readFile(join(folder, factsFile), 'utf8'));
    const modules = Object.entries(facts.modules).map(([file, size]): [string, FileEntry] => [file, ['', size, 0, 0]]);
    const damaged =
      (await findDamage(folder, folders.client, facts)) ??
      (await findDamage(folder, folders.server, { files: Object.fromEntries(modules) }));
    return damaged === undefined ? facts : undefined;
  } catch {
    return undefined;
  }
}

/** Opens what bundle.ts made. */
export async function openBundle(root: string, folder: string): Promise<SiteBundle> {
  const facts = await readFacts(folder);
  if (!facts) throw new BuildFault('Siteyi hazırlayan dosyalar eksik.');
  const { site, format, files, scripts } = facts;
  const fresh = createFreshImports(root, pathToFileURL(`${join(folder, folders.server)}/`).href);
  const destination = { write: ({ level, message }: { level: string; message: string }) => complain(level, message) };
  return {
    site,
    format,
    files,
    client: join(folder, folders.client),
    async renew() {
      const { app } = (await fresh(facts.entry)) as { app: App };
      app.setInternals({ pagesByKeys: new Map(facts.pages.map(keepOrder)), entrySpecifierToBundleMap: new Map() });
      app.setOptions({ settings: { scripts }, logger: { options: { destination } } });
      return {
        getStaticPaths: () => new StaticPaths(app).getAll(),
        render: (request, { routeData }) => app.render(request, { routeData }),
      };
    },
  };
}

/** Astro sorts a page's styles in place whenever it renders it, and what ranks equal then changes places. */
const keepOrder = ([key, { styles }]: [string, Styled]): [string, Styled] => [
  key,
  {
    get styles() {
      return [...styles];
    },
  },
];

function complain(level: string, message: string): void {
  if (level === 'error') console.error(message);
}

/**
 * Answers how to import a module of a bundle's server code and all that it imports anew: every address in its folder
 * carries the number of the round. Packages are looked up from the project, wherever the bundle lies.
 */
export function createFreshImports(root: string, folder: string): (entry: string) => Promise<unknown> {
  const project = pathToFileURL(`${root}/package.json`).href;
  let round = 0;
  registerHooks({
    resolve(specifier, context, next) {
      const from = context.parentURL ?? '';
      const inside = from.startsWith(folder);
      const isPackage = inside && !/^(?:\.|\/|file:|node:|data:)/.test(specifier);
      const found = next(specifier, isPackage ? { ...context, parentURL: project } : context);
      const number = /\?round=(\d+)$/.exec(from)?.[1];
      if (!inside || !number || !found.url.startsWith(folder)) return found;
      return { ...found, url: `${found.url.replace(/\?.*$/, '')}?round=${number}` };
    },
  });
  return (entry) => {
    round += 1;
    return import(`${folder}${entry}?round=${round}`);
  };
}
