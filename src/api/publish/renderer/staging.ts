import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { succeeds } from '../../promises.ts';
import type { Manifest } from '../release.ts';
import { linkFiles } from './releaseFiles.ts';

/**
 * Keeps a copy of the live release, which the next one starts from: publishing need not wait for a link to each file.
 * It lives as long as this process; without one the render process makes the links itself.
 */
export function createStaging(releases: string) {
  let staged: { name: string; folder: string; complete: Promise<boolean>; stop: AbortController } | undefined;

  async function discard(): Promise<void> {
    const discarded = staged;
    staged = undefined;
    discarded?.stop.abort();
    await discarded?.complete;
    if (discarded) await rm(discarded.folder, { recursive: true, force: true });
  }
  return {
    /** Starts to copy a release, and discards the copy of another one. */
    prepare(name: string, files: Manifest['files']): void {
      if (staged?.name === name) return;
      void discard().catch(() => {});
      const folder = join(releases, '.work', `${process.pid}-${crypto.randomUUID()}`);
      const stop = new AbortController();
      const complete = succeeds(linkFiles(join(releases, name), folder, files, stop.signal));
      staged = { name, folder, complete, stop };
    },
    /** Hands the folder of a complete copy to the caller; undefined if there is none of this release. */
    async take(name: string | undefined): Promise<string | undefined> {
      const taken = staged;
      if (taken?.name !== name || !(await taken?.complete) || staged !== taken) return undefined;
      staged = undefined;
      return taken?.folder;
    },
    close: discard,
  };
}
