import { join } from 'node:path';
import type { ServedSite } from '../http/serveSite.ts';
import { type Manifest, readManifest } from './release.ts';
import type { Release } from './releases.service.ts';

/** Finds the files of `retained` releases, newest first, that stay served beside another one. */
export async function findOlderFiles(
  releases: string,
  retained: Pick<Release, 'name' | 'code'>[],
  shown: { name: string; code: string },
): Promise<ServedSite['older']> {
  // Names begin with their moment. A release that is new is not among the retained ones yet.
  const newest = retained[0]?.name;
  const versions = newest && newest > shown.name ? await readLegalVersions(releases, newest) : [];
  return new Map([...(await readOlderAssets(releases, retained, shown.code)), ...versions]);
}

/** Finds the hashed assets of earlier code, in one retained release of each code. */
async function readOlderAssets(
  releases: string,
  retained: Pick<Release, 'name' | 'code'>[],
  code: string,
): Promise<ServedSite['older']> {
  const older: ServedSite['older'] = new Map();
  const seen = new Set<Manifest['code'] | null>([code, null]);
  for (const release of retained) {
    if (seen.has(release.code)) continue;
    const manifest = await readManifest(releases, release.name);
    if (!manifest) continue;
    seen.add(release.code);
    for (const [file, entry] of Object.entries(manifest.files)) {
      if (file.startsWith('_astro/')) older.set(`/${file}`, { folder: join(releases, release.name), file, entry });
    }
  }
  return older;
}

/** Every version of the legal texts, as the newest release has them: they stay readable while an older one is live. */
async function readLegalVersions(releases: string, newest: string): Promise<ServedSite['older']> {
  const manifest = await readManifest(releases, newest);
  const versions: ServedSite['older'] = new Map();
  for (const [file, entry] of Object.entries(manifest?.files ?? {})) {
    if (/^yasal\/[^/]+\/[^/]+\.html$/.test(file))
      versions.set(`/${file.replace(/\.html$/, '')}`, { folder: join(releases, newest), file, entry });
  }
  return versions;
}
