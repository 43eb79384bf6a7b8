// Writes all packages as a CycloneDX document (sbom.json), or prints the licences with `--licences`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** One installed package. */
interface Part {
  name: string;
  version: string;
  /** Undefined for packages of other platforms, which are not installed. They share their main package's licence. */
  licence: string | undefined;
  /** Only needed for building and testing. */
  dev: boolean;
  /** Whether it wants to run a script when it is installed. */
  runsScript: boolean;
}

interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  hasInstallScript?: boolean;
}

/** Lists every package of the lockfile. Licences that the lockfile lacks are read from the package. */
export function readParts(): Part[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockEntry> };
  return Object.entries(packages)
    .filter(([path]) => path)
    .map(([path, entry]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      licence: entry.license ?? licenceOf(path),
      dev: Boolean(entry.dev ?? entry.devOptional),
      runsScript: Boolean(entry.hasInstallScript),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.version.localeCompare(other.version, 'en'));
}

function licenceOf(path: string): string | undefined {
  const file = `${path}/package.json`;
  if (!existsSync(file)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  return (typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type)) ?? 'unknown';
}

function cycloneDx(parts: Part[]): object {
  const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: new Date().toISOString(), component: { type: 'application', name, version } },
    components: parts.map((part) => ({
      type: 'library',
      name: part.name,
      version: part.version,
      purl: `pkg:npm/${part.name.replace('@', '%40')}@${part.version}`,
      scope: part.dev ? 'excluded' : 'required',
      // CycloneDX allows SPDX expressions only, so an unknown licence is left out.
      ...(part.licence && { licenses: [{ expression: part.licence }] }),
    })),
  };
}

if (import.meta.main) {
  const parts = readParts();
  if (process.argv.includes('--licences')) {
    for (const [licence, list] of Map.groupBy(parts, (part) => part.licence)) {
      console.log(
        `${licence ?? 'not installed'}: ${list.length} (${list.filter(({ dev }) => !dev).length} at run time)`,
      );
    }
  } else {
    writeFileSync('sbom.json', `${JSON.stringify(cycloneDx(parts), null, 2)}\n`);
    console.log(`sbom.json: ${parts.length} packages, ${parts.filter(({ dev }) => !dev).length} of them at run time`);
  }
}
