import type { FileEntry, Manifest } from '../release.ts';
import type { SiteBundle } from './bundle.ts';
import { checkContent } from './checkRelease.ts';
import { hashOf, removeFile, writeNewFile } from './files.ts';
import { type Page, renderPage } from './pages.ts';

/** The release that pages are rendered into. */
export interface Target {
  /** Its name. */
  release: string;
  folder: string;
  /** Its files that are no pages. */
  assets: Manifest['files'];
  /** The files of the release before. */
  previous: Manifest['files'];
  /** Of Brotli. */
  quality: number;
}

export interface RenderedFile {
  entry: FileEntry;
  /** Whether its bytes differ from those in the release before. */
  isNew: boolean;
}

/** What pages.worker.ts is started with. */
export interface ThreadData {
  bundleFolder: string;
  target: Target;
}
export interface PagesRequest {
  pathnames: string[];
}
export type ThreadReply = { rendered: RenderedFile[] } | { problem: string };

/** Renders a page into its file, which stays if its bytes are the same. Throws BuildError for a page that is not whole. */
export async function renderFile(bundle: SiteBundle, page: Page, target: Target): Promise<RenderedFile> {
  const { folder, assets, previous, quality } = target;
  const { file } = page;
  const data = await renderPage(bundle, page);
  const old = previous[file];
  if (old?.[0] === hashOf(data)) return { entry: old, isNew: false };
  // The previous release or the bundle may have a file of this name.
  if (old || assets[file]) removeFile(folder, file);
  checkContent(file, data, assets);
  return { entry: await writeNewFile(folder, file, data, quality), isNew: true };
}

/** Pages rendered at the same time: one waits for its data while another is compressed. */
const concurrency = 4;

/** Takes items until there are none, a few at the same time. After an error none is begun, and those begun are awaited. */
export async function renderEach<T>(take: () => T | undefined, render: (item: T) => Promise<void>): Promise<void> {
  let failed = false;
  async function work() {
    for (let item = take(); item !== undefined && !failed; item = take()) await render(item);
  }
  const workers = Array.from({ length: concurrency }, () =>
    work().catch((error) => {
      failed = true;
      throw error;
    }),
  );
  for (const end of await Promise.allSettled(workers)) if (end.status === 'rejected') throw end.reason;
}
