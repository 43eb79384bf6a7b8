// Adds optional packages of other platforms to package-lock.json if the registry in use does not have them. Without the
// entries `npm ci` refuses the lockfile; with them each machine installs only its own.
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

/** Optional dependencies without an entry in the lockfile, by the path the entry belongs at. */
export function missingOptional(packages: Record<string, Entry>): Map<string, Entry> {
  const missing = new Map<string, Entry>();
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = [`${path ? `${path}/` : ''}node_modules/${name}`, `node_modules/${name}`];
      if (places.some((place) => packages[place] || missing.has(place)) || !/^\d/.test(version)) continue;
      missing.set(`node_modules/${name}`, {
        version,
        ...(entry.dev ? { dev: true } : {}),
        optional: true,
        ...readPlatform(name),
      });
    }
  }
  return missing;
}

/** Reads operating system, processor and C library from the name of such a package. */
function readPlatform(name: string): Entry {
  const os = /android|darwin|linux|win32|freebsd|openharmony/.exec(name)?.[0];
  const cpu = /arm64|x64|ia32|wasm32|riscv64|ppc64|s390x|arm/.exec(name)?.[0];
  const libc = /musl/.test(name) ? 'musl' : /gnu|glibc/.test(name) && os === 'linux' ? 'glibc' : undefined;
  return { ...(cpu ? { cpu: [cpu] } : {}), ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) };
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const missing = missingOptional(lock.packages);
  const all = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
  lock.packages = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.size} packages of other platforms added`);
}
