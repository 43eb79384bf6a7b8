import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { AllContent } from '../../../contract/content.ts';
import { isSameJson } from '../../../shared/json.ts';
import { dayInIstanbul } from '../../../shared/time.ts';
import { succeeds } from '../../promises.ts';
import { type Manifest, pageFiles, readManifest, removeRelease, writeManifest } from '../release.ts';
import type { SiteBundle } from './bundle.ts';
import { checkContent, checkRelease, findForbidden } from './checkRelease.ts';
import { BuildError, type RenderRequest, type RenderResult, type Report } from './messages.ts';
import { createFolders, hashOf, linkFiles, removeFile, writeNewFile } from './releaseFiles.ts';
import { isComplete, listPages, type Page, renderPage } from './sitePages.ts';

/** Pages rendered at the same time: one waits for its data or a picture while another is rendered. */
const concurrency = 4;
/** Milliseconds between two reports of progress. */
const reportMs = 250;

/**
 * Makes a release, checks it and writes its manifest. Pages whose data is unchanged since the previous release are
 * linked from there, the others are rendered. If it fails, nothing of it is left.
 */
export async function renderRelease(
  bundle: SiteBundle,
  code: string,
  apiUrl: string,
  request: RenderRequest,
  report: Report,
): Promise<RenderResult> {
  const { releases, name } = request;
  // Read by web/oncePerBuild.ts, which is part of the bundle.
  globalThis.wordsOfBuild = { release: name };
  bundle.pages.reopen();
  const folder = join(releases, name);
  const timer = createTimer();
  try {
    await removeRelease(releases, name);
    const previous = request.previous ? await readManifest(releases, request.previous) : undefined;
    const shared = await fingerprintShared(code, apiUrl, name);
    const pages = await listPages(bundle);
    timer.end('data');

    if (previous) await copyPrevious(request, previous, folder);
    // Also files of the same bytes that another version compressed to another size: the manifest names the new sizes.
    const newAssets = Object.fromEntries(
      Object.entries(bundle.files).filter(([file, entry]) => String(previous?.files[file]) !== String(entry)),
    );
    for (const file of Object.keys(newAssets)) removeFile(folder, file);
    await linkFiles(bundle.client, folder, newAssets);
    timer.end('links');

    const manifest: Manifest = {
      code,
      shared,
      forbidden: request.forbidden,
      files: { ...(previous?.code === code ? assetsOf(previous) : {}), ...bundle.files },
      pages: Object.fromEntries(pages.map(({ pathname, file, key }) => [pathname, [file, key]])),
    };
    const changed = pages.filter((page) => {
      const unchanged = previous && findUnchanged(page, shared, previous);
      if (unchanged) manifest.files[page.file] = unchanged;
      return !unchanged;
    });
    const written = await renderPages(bundle, changed, folder, previous, manifest, report);
    timer.end('pages');

    for (const file of Object.keys(previous?.files ?? {})) if (!manifest.files[file]) removeFile(folder, file);
    report({ kind: 'checking' });
    const gone = new Set(pages.map(({ pathname }) => pathname).filter((pathname) => !manifest.pages[pathname]));
    await checkRelease(folder, manifest, Object.keys(newAssets), gone);
    const isKnown = isSameJson(previous?.forbidden, request.forbidden);
    const toCheck = isKnown ? written : pageFiles(manifest);
    const forbidden = await findForbidden(folder, toCheck, request.forbidden);
    if (forbidden) throw new BuildError(`${forbidden} Metni düzeltip yeniden yayınlayın.`);
    await writeManifest(releases, name, manifest);
    timer.end('check');
    return { code, pages: pages.length - gone.size, rendered: changed.length, steps: timer.steps };
  } catch (error) {
    await removeRelease(releases, name);
    throw error;
  }
}

/** Fingerprint of what every page shows: code, the practice's identity, titles and sentences of legal texts, year. */
async function fingerprintShared(code: string, apiUrl: string, release: string): Promise<string> {
  // As src/web/http.ts: a waiting connection may be closed before the next release.
  const read = (path: string) => fetch(`${apiUrl}${path}`, { headers: { connection: 'close' } });
  const site = await (await read('/api/site')).text();
  const { documents }: AllContent = await (await read(`/api/content?release=${release}`)).json();
  const legal = documents.map(({ data: { title, sentence } }) => [title, sentence]);
  return hashOf(`${code} ${dayInIstanbul(new Date()).slice(0, 4)} ${site} ${JSON.stringify(legal)}`);
}

/** Starts a release with the files of the previous one: from the prepared copy, or with links of its own. */
async function copyPrevious(request: RenderRequest, { files }: Manifest, folder: string): Promise<void> {
  const { releases, previous = '', copy } = request;
  if (await succeeds(rename(copy ?? '', folder))) return;
  await mkdir(folder, { recursive: true });
  await linkFiles(join(releases, previous), folder, files);
}

/** The files of a release that no page was rendered into. */
function assetsOf(manifest: Manifest): Manifest['files'] {
  const ofPages = new Set(pageFiles(manifest));
  return Object.fromEntries(Object.entries(manifest.files).filter(([file]) => !ofPages.has(file)));
}

/** The previous file of a page that still shows the same; undefined if it must be rendered. */
function findUnchanged({ pathname, file, key }: Page, shared: string, previous: Manifest) {
  const same = (previous.shared === shared || isComplete(key)) && key !== null && previous.pages[pathname]?.[1] === key;
  return same ? previous.files[file] : undefined;
}

/** Renders pages into the folder and the manifest, drops those that are gone; returns the files that changed. */
async function renderPages(
  bundle: SiteBundle,
  pages: Page[],
  folder: string,
  previous: Manifest | undefined,
  manifest: Manifest,
  report: Report,
): Promise<string[]> {
  const { files } = manifest;
  const toRender = pages.map(({ file }) => file);
  createFolders(folder, toRender);
  const written: string[] = [];
  const queue = [...pages];
  let done = 0;
  let reportedAt = 0;
  async function work(take: () => Page | undefined) {
    for (let page = take(); page; page = take()) {
      const { file } = page;
      const data = await renderPage(bundle, page);
      done += 1;
      // Posts of one batch are in memory: without a turn of the event loop closed connections would not be noticed.
      await setImmediate();
      // Its address stays unknown; what took it away is published next.
      if (!data) {
        delete manifest.pages[page.pathname];
        continue;
      }
      const old = previous?.files[file];
      if (old?.[0] === hashOf(data)) files[file] = old;
      else {
        // The previous release or the bundle may have a file of this name.
        if (old || files[file]) removeFile(folder, file);
        checkContent(file, data, files);
        files[file] = writeNewFile(folder, file, data);
        written.push(file);
      }
      if (performance.now() - reportedAt > reportMs) {
        reportedAt = performance.now();
        report({ kind: 'progress', done, total: pages.length });
      }
    }
  }
  // One of them begins at the end of the list: the index of the search waits for the API while the others render posts.
  const workers = Array.from({ length: concurrency }, (_, index) =>
    work(() => (index === 0 ? queue.pop() : queue.shift())).catch((error) => {
      queue.length = 0;
      throw error;
    }),
  );
  // Waits for all of them, also after an error: the folder is about to be removed.
  for (const end of await Promise.allSettled(workers)) if (end.status === 'rejected') throw end.reason;
  return written;
}

/** Measures the milliseconds of consecutive steps. */
function createTimer() {
  const steps: Record<string, number> = {};
  let last = performance.now();
  return {
    steps,
    end(step: string) {
      const now = performance.now();
      steps[step] = Math.round(now - last);
      last = now;
    },
  };
}
