import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { qualityFor } from '../compress.ts';
import { type Manifest, readManifest, removeRelease, writeManifest } from '../release.ts';
import type { Prerenderer, SiteBundle } from './bundled.ts';
import { checkRelease } from './check.ts';
import { linkFiles, makeFolders, removeFile, writeFileNew } from './folder.ts';
import type { Rendered, RenderNews, RenderOrder } from './messages.ts';
import { hashOf, listPages, type Page, renderPage } from './pages.ts';

/** Pages under way at once: one waits for its data while another is compressed. */
const parallel = 4;

/** Makes releases of one bundled site, each from the one before where it can. */
export function createMaker(bundle: SiteBundle, code: string, apiUrl: string) {
  const assets = bundle.files;
  let latest: { name: string; manifest: Manifest } | undefined;

  async function before({ releases, previous }: RenderOrder): Promise<Manifest | undefined> {
    if (!previous) return undefined;
    return latest?.name === previous ? latest.manifest : readManifest(releases, previous);
  }

  /** Fingerprint of what stands on every page: code, identity, year. */
  async function readShared(): Promise<string> {
    const response = await fetch(`${apiUrl}/api/site`);
    const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Istanbul' }).format(new Date());
    return hashOf(`${code} ${year} ${await response.text()}`);
  }

  return {
    /** Makes a release that is whole and checked. On a fault nothing of it is left. */
    async make(order: RenderOrder, tell: (news: RenderNews) => void): Promise<Rendered> {
      const { releases, name } = order;
      const folder = join(releases, name);
      const steps: Record<string, number> = {};
      let last = performance.now();
      const step = (title: string) => {
        const now = performance.now();
        steps[title] = Math.round(now - last);
        last = now;
      };
      try {
        await removeRelease(releases, name);
        const old = await before(order);
        const [prerenderer, shared] = await Promise.all([bundle.renew(), readShared()]);
        const pages = await listPages(prerenderer, bundle.format);
        step('data');
        const manifest: Manifest = { code, shared, files: {}, pages: {} };
        for (const { pathname, file, key } of pages) manifest.pages[pathname] = [file, key];

        if (old) await copyOld(order, old, folder);
        const missing = Object.entries(assets).filter(([file, [hash]]) => old?.files[file]?.[0] !== hash);
        for (const [file] of missing) removeFile(folder, file);
        await linkFiles(bundle.client, folder, Object.fromEntries(missing));
        Object.assign(manifest.files, old?.code === code ? assetsOf(old) : {}, assets);
        step('links');

        const stale = pages.filter(({ pathname, file, key }) => {
          const kept = old?.shared === shared && key !== null && old.pages[pathname]?.[1] === key && old.files[file];
          if (kept) manifest.files[file] = kept;
          return !kept;
        });
        const changed = await renderAll(prerenderer, stale, folder, old, manifest, tell);
        step('pages');
        for (const file of Object.keys(old?.files ?? {})) if (!manifest.files[file]) removeFile(folder, file);
        tell({ kind: 'checking' });
        await checkRelease(folder, manifest, [...missing.map(([file]) => file), ...changed]);
        await writeManifest(releases, name, manifest);
        step('check');
        latest = { name, manifest };
        return { code, pages: pages.length, rendered: stale.length, steps };
      } catch (error) {
        await removeRelease(releases, name);
        throw error;
      }
    },

    /** Reads what the next release is likely to show, so that only what is new need be asked for then. */
    async lookAhead(): Promise<void> {
      await listPages(await bundle.renew(), bundle.format);
    },
  };

  /** Renders pages into the folder; answers the files whose bytes are others than in the release before. */
  async function renderAll(
    prerenderer: Prerenderer,
    pages: Page[],
    folder: string,
    old: Manifest | undefined,
    { files }: Manifest,
    tell: (news: RenderNews) => void,
  ): Promise<string[]> {
    const quality = qualityFor(pages.length);
    makeFolders(
      folder,
      pages.map(({ file }) => file),
    );
    const changed: string[] = [];
    let next = 0;
    let done = 0;
    let told = 0;
    async function work() {
      for (let page = pages[next++]; page; page = pages[next++]) {
        const data = await renderPage(prerenderer, page, bundle.site);
        const same = old?.files[page.file]?.[0] === hashOf(data) && old.files[page.file];
        // What the release before had of that name, or the bundle.
        if (!same && (old?.files[page.file] || files[page.file])) removeFile(folder, page.file);
        files[page.file] = same || (await writeFileNew(folder, page.file, data, quality));
        if (!same) changed.push(page.file);
        done += 1;
        if (performance.now() - told > 250) {
          told = performance.now();
          tell({ kind: 'progress', done, total: pages.length });
        }
      }
    }
    const works = Array.from({ length: parallel }, () =>
      work().catch((error) => {
        next = pages.length;
        throw error;
      }),
    );
    // All of them, also after a fault: nobody may write into a folder that is being removed.
    const ends = await Promise.allSettled(works);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return changed;
  }
}

/** Begins a release with what the one before holds: by the copy made ahead, if there is one. */
async function copyOld({ releases, previous, copy }: RenderOrder, old: Manifest, folder: string): Promise<void> {
  const renamed =
    copy &&
    (await rename(copy, folder).then(
      () => true,
      () => false,
    ));
  if (renamed) return;
  await mkdir(folder, { recursive: true });
  await linkFiles(join(releases, previous as string), folder, old.files);
}

/** What a release holds that no route made. */
function assetsOf({ files, pages }: Manifest): Manifest['files'] {
  const made = new Set(Object.values(pages).map(([file]) => file));
  return Object.fromEntries(Object.entries(files).filter(([file]) => !made.has(file)));
}
