import type { SiteBundle } from './bundle.ts';
import type { PageRequest } from './messages.ts';
import { findPage, renderPage } from './sitePages.ts';

/** Renders a page as a release has it, with the words of a preview; null for an address that is no page. */
export async function renderPreview(bundle: SiteBundle, { path, preview }: PageRequest): Promise<string | null> {
  // Read by web/oncePerBuild.ts, which is part of the bundle.
  globalThis.wordsOfBuild = { preview };
  bundle.pages.reopen();
  const page = await findPage(bundle, path);
  return (page && (await renderPage(bundle, page))?.toString('utf8')) ?? null;
}
