import { mkdir, readdir, rm } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { AppContext } from '../context.ts';
import type { Env } from '../env.ts';
import type { ServedSite } from '../http/serveSite.ts';
import { readFormerIbans } from '../payments/paymentSettings.service.ts';
import { openStorage } from '../storage/openStorage.ts';
import { cutDeletedComments } from './deletedComments.ts';
import { findOlderFiles } from './olderFiles.ts';
import {
  findDamagedFile,
  hasRelease,
  type Manifest,
  readCurrent,
  readManifest,
  releasesFolder,
  removeRelease,
  switchCurrent,
} from './release.ts';
import { listRetainedReleases } from './releases.service.ts';
import { BuildError, type RenderResult, type Report } from './renderer/messages.ts';
import { createRenderer, type Renderer } from './renderer/renderer.ts';
import { createStaging } from './renderer/staging.ts';

/** The site as this process renders and serves it, from DATA_DIR/releases. */
export interface LocalSite {
  /** Fingerprint of the site's code as it is now. */
  fingerprint(): Promise<string>;
  /** The release that is served now. */
  current(): { name: string; code: string } | undefined;
  /** Renders a release from the current one and serves it. Throws BuildError, or the signal's reason. */
  renderAndShow(name: string, signal: AbortSignal, onMessage?: Report): Promise<RenderResult>;
  /** Serves a release. Returns false if it is not on this disk, or a file is damaged. */
  show(name: string): Promise<boolean>;
  /** Renders one page with the words of a preview; undefined for an address that is no page. Throws BuildError. */
  renderPage(path: string, preview: string): Promise<string | undefined>;
  /** Gets ready for previews that will be asked for soon. */
  startPreviews(): void;
  /** Serves the current release without comments that are public no more. */
  cutDeletedComments(): Promise<void>;
  /** Serves what was served last, if no file is damaged. */
  showLast(): Promise<boolean>;
  /** Gets ready for a release that will be asked for soon. */
  startRenderer(): void;
  /** Gives the memory of `startRenderer` back. */
  stopRenderer(): Promise<void>;
  /** Removes all releases but these and the current one from the disk. */
  removeOthers(names: string[]): Promise<void>;
  close(): Promise<void>;
}

/** The root of this project, where Astro finds its configuration. */
export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** The variables the site is built with. They are all of this process's environment that reaches the build. */
export function siteEnvironment(env: Env, mediaUrl: string | undefined): Record<string, string> {
  const values = {
    SITE_URL: env.siteUrl,
    PUBLIC_API_URL: env.publicApiUrl,
    PUBLIC_MEDIA_URL: mediaUrl,
    PUBLIC_CARD_FRAME: env.cardFrameUrl,
    PUBLIC_SUPABASE_URL: env.supabaseUrl,
    PUBLIC_SUPABASE_ANON_KEY: env.supabaseAnonKey,
  };
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => !!entry[1]));
}

/** Creates the renderer of this process's releases, which reads their content from the API at `port`. */
export function createSiteRenderer(env: Env, port: number, log: Logger, root = projectRoot): Renderer {
  const host = env.listenHost ?? '127.0.0.1';
  return createRenderer({
    root,
    releases: releasesFolder(env),
    apiUrl: `http://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    environment: siteEnvironment(env, openStorage(env).publicUrl),
    log,
  });
}

/** Whether a release was ever served from this disk. */
export const hasServed = async (env: Env): Promise<boolean> => (await readCurrent(releasesFolder(env))) !== undefined;

/** Opens the releases of this process; `serve` is called with each that is shown. */
export async function openSite(
  ctx: AppContext,
  renderer: Renderer,
  serve: (site: ServedSite) => void,
): Promise<LocalSite> {
  const releases = releasesFolder(ctx.env);
  await mkdir(releases, { recursive: true });
  await removeAbandonedWork(join(releases, '.work'));
  const staging = createStaging(releases);
  let current: { name: string; code: string } | undefined;
  let served: ServedSite | undefined;

  async function showManifest(name: string, { code, files }: Manifest): Promise<void> {
    const older = await findOlderFiles(releases, await listRetainedReleases(ctx.db), { name, code });
    await switchCurrent(releases, name);
    const shown = { name, folder: join(releases, name), files, older };
    served = { ...shown, replaced: await cutDeletedComments(ctx.db, shown) };
    serve(served);
    current = { name, code };
    staging.prepare(name, files);
  }

  async function show(name: string): Promise<boolean> {
    const manifest = (await hasRelease(releases, name)) ? await readManifest(releases, name) : undefined;
    if (!manifest || (await findDamagedFile(releases, name, manifest))) return false;
    await showManifest(name, manifest);
    return true;
  }

  return {
    fingerprint: renderer.fingerprint,
    current: () => current,
    async renderAndShow(name, signal, onMessage = () => {}) {
      const previous = current?.name;
      const forbidden = await readFormerIbans(ctx.db);
      const request = { name, previous, copy: staging.take(previous), forbidden };
      const result = await renderer.render(request, onMessage, signal);
      const manifest = await readManifest(releases, name);
      if (!manifest) throw new BuildError('Hazırlanan sürüm okunamadı.');
      await showManifest(name, manifest);
      return result;
    },
    show,
    async cutDeletedComments() {
      const before = served;
      const replaced = before && (await cutDeletedComments(ctx.db, before));
      if (!replaced || served !== before) return;
      served = { ...before, replaced };
      serve(served);
    },
    renderPage: (path, preview) => renderer.renderPage({ path, preview }),
    startPreviews: renderer.startPreviews,
    async showLast() {
      const name = await readCurrent(releases);
      return name !== undefined && (await show(name));
    },
    startRenderer: renderer.start,
    stopRenderer: renderer.stop,
    async removeOthers(names) {
      const keep = new Set([...names, current?.name]);
      for (const entry of await readdir(releases)) {
        const name = entry.replace(/\.json$/, '');
        if (/^\d{4}-/.test(name) && !keep.has(name)) await removeRelease(releases, name);
      }
    },
    async close() {
      await renderer.close();
      await staging.close();
    },
  };
}

/** Removes the working folders of processes that have ended. */
async function removeAbandonedWork(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!isAlive(Number.parseInt(name, 10))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch {
    return false;
  }
}
