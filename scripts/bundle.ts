// Makes after `npm ci` what a first start would wait for: the bundle of scripts and API, an empty database, and the
// site's bundle for the settings of this environment. A start makes what is missing or out of date.
import { ensureDatabaseImage } from '../src/api/db/image.ts';
import { readEnv } from '../src/api/env.ts';
import { createLog } from '../src/api/log.ts';
import { projectRoot, siteEnvironment } from '../src/api/publish/localSite.ts';
import { ensureBundle, installedFolder } from '../src/api/publish/renderer/bundle.ts';
import { fingerprintSite } from '../src/api/publish/siteFingerprint.ts';
import { ensureServerBundle } from './serverBundle.ts';

await ensureServerBundle();
await ensureDatabaseImage();
const environment = siteEnvironment(readEnv(process.env), undefined);
const options = {
  root: projectRoot,
  releases: installedFolder(projectRoot),
  apiUrl: '',
  environment,
  log: createLog('silent'),
};
await ensureBundle(options, await fingerprintSite(projectRoot, environment), new AbortController().signal);
