import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Site } from '../http/site.ts';
import {
  ensureFolder,
  findDamage,
  hasRelease,
  type Manifest,
  readCurrent,
  readManifest,
  removeRelease,
  swapCurrent,
} from './release.ts';
import { createRenderer, type Renderer, type RendererOptions } from './renderer/renderer.ts';
import { createStage } from './stage.ts';

/** The site as this process makes and serves it, in DATA_DIR/releases. */
export interface LocalSite extends Omit<Renderer, 'make'> {
  /** Name of the release served now. */
  shown(): string | undefined;
  /** Code of the release served now. */
  shownCode(): string | undefined;
  /** Makes a release from the one shown. Nothing is served differently yet. */
  make(name: string, hear: Parameters<Renderer['make']>[1], signal: AbortSignal): ReturnType<Renderer['make']>;
  /**
   * Serves a release from now on. False if it is not here, or (`look`: it was not made just now) not whole.
   * `kept` are the releases whose assets are still answered.
   */
  show(name: string, kept: { name: string; code: string | null }[], look?: boolean): Promise<boolean>;
  /** Serves what was served last, if it is whole. */
  showLast(): Promise<boolean>;
  /** Removes every release but these. */
  prune(names: string[]): Promise<void>;
}

type Options = Omit<RendererOptions, 'releases'> & { folder: string; serve(site: Site): void };

export async function openLocalSite({ folder, serve, ...options }: Options): Promise<LocalSite> {
  const releases = await ensureFolder(folder);
  await sweepWork(join(releases, '.work'));
  const renderer = createRenderer({ ...options, releases });
  const stage = createStage(releases);
  let shown: { name: string; manifest: Manifest } | undefined;

  async function show(name: string, kept: { name: string; code: string | null }[], look = true): Promise<boolean> {
    const manifest = (await hasRelease(releases, name)) ? await readManifest(releases, name) : undefined;
    if (!manifest || (look && (await findDamage(releases, name, manifest)))) return false;
    const older = await readOlder(releases, kept, manifest.code);
    await swapCurrent(releases, name);
    serve({ name, folder: join(releases, name), files: manifest.files, older });
    shown = { name, manifest };
    stage.prepare(name, manifest.files);
    return true;
  }

  return {
    ...renderer,
    shown: () => shown?.name,
    shownCode: () => shown?.manifest.code,
    async make(name, hear, signal) {
      const previous = shown?.name;
      return renderer.make({ name, previous, copy: await stage.take(previous) }, hear, signal);
    },
    show,
    async close() {
      await renderer.close();
      await stage.close();
    },
    async showLast() {
      const name = await readCurrent(releases);
      return name !== undefined && (await show(name, []));
    },
    async prune(names) {
      const keep = new Set([...names, shown?.name]);
      for (const entry of await readdir(releases)) {
        const name = entry.replace(/\.json$/, '');
        if (/^\d{4}-/.test(name) && !keep.has(name)) await removeRelease(releases, name);
      }
    },
  };
}

/** Removes what renderers of processes that are gone left behind. */
async function sweepWork(folder: string): Promise<void> {
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

/** Assets that only earlier code knew, from one release of each. */
async function readOlder(
  releases: string,
  kept: { name: string; code: string | null }[],
  code: string,
): Promise<Site['older']> {
  const older: Site['older'] = new Map();
  const seen = new Set<string | null>([code, null]);
  for (const release of kept) {
    if (seen.has(release.code)) continue;
    const manifest = await readManifest(releases, release.name);
    if (!manifest) continue;
    seen.add(release.code);
    for (const [file, entry] of Object.entries(manifest.files)) {
      if (file.startsWith('_astro/')) older.set(`/${file}`, { folder: join(releases, release.name), entry });
    }
  }
  return older;
}
