// Bundles the site after `npm ci` for the settings of this environment, so that a first start need not. Other settings
// and changed code are bundled when the product starts.
import { readEnv } from '../src/api/env.ts';
import { createLog } from '../src/api/log.ts';
import { projectRoot, siteEnvironment } from '../src/api/publish/localSite.ts';
import { ensureBundle, installedFolder } from '../src/api/publish/renderer/bundle.ts';
import { fingerprintSite } from '../src/api/publish/siteFingerprint.ts';

const environment = siteEnvironment(readEnv(process.env), undefined);
const options = {
  root: projectRoot,
  releases: installedFolder(projectRoot),
  apiUrl: '',
  environment,
  log: createLog('silent'),
};
await ensureBundle(options, await fingerprintSite(projectRoot, environment), new AbortController().signal);
