import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from './release.ts';
import { linkFiles } from './renderer/folder.ts';

/**
 * A copy of the release shown, made ahead of time, so that the next one need not wait for ten thousand links. It does
 * not outlive this process, and nothing is lost with it: without one the renderer makes the links itself.
 */
export function createStage(releases: string) {
  let staged: { name: string; folder: string; whole: Promise<boolean>; stop: AbortController } | undefined;

  async function drop(): Promise<void> {
    const own = staged;
    staged = undefined;
    own?.stop.abort();
    await own?.whole;
    if (own) await rm(own.folder, { recursive: true, force: true });
  }
  return {
    /** Begins the copy of a release; what was made of another one goes. */
    prepare(name: string, files: Manifest['files']): void {
      if (staged?.name === name) return;
      void drop().catch(() => {});
      const folder = join(releases, '.work', `${process.pid}-${crypto.randomUUID()}`);
      const stop = new AbortController();
      const linked = linkFiles(join(releases, name), folder, files, stop.signal);
      const whole = linked.then(
        () => true,
        () => false,
      );
      staged = { name, folder, whole, stop };
    },
    /** The folder of a whole copy of the release, which is the caller's from now on; undefined where there is none. */
    async take(name: string | undefined): Promise<string | undefined> {
      const own = staged;
      if (own?.name !== name || !(await own?.whole) || staged !== own) return undefined;
      staged = undefined;
      return own?.folder;
    },
    close: drop,
  };
}
