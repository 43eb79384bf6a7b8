// Starts the product: database, sample content, API, site. `--api` leaves the site to somebody else (a CDN, `astro dev`).
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureAdmin } from '../src/api/account/admin.service.ts';
import { readEnv } from '../src/api/env.ts';
import { createLog } from '../src/api/log.ts';
import { openPlatform } from '../src/api/main.ts';
import { buildSite, compressSite, swapCurrent } from '../src/api/publish/build.ts';
import { listen } from '../src/api/server.ts';
import { startWork } from '../src/api/work.ts';
import { world } from '../tests/fixtures/world.ts';
import { createArtKeeper, isEmpty, seedWorld } from './seed.ts';

const say = (text: string) => console.log(text);

async function start(): Promise<void> {
  const env = readEnv(process.env);
  const apiOnly = process.argv.includes('--api');
  say(env.databaseUrl ? 'Database: PostgreSQL' : `Database: embedded, in ${env.dataDir}`);
  const platform = await openPlatform(env, createLog(process.env.LOG_LEVEL ? env.logLevel : 'warn'));
  if (env.seed === 'demo' && (await isEmpty(platform.db))) {
    say('Sample content: pictures and words…');
    await seedWorld(platform, world, createArtKeeper(platform));
  }
  const admin = await ensureAdmin(platform);
  const server = await listen(platform);
  const work = startWork(platform);

  const stop = async (signal: string) => {
    say(`${signal}: letting running requests end…`);
    await server.close();
    await work.stop();
    await platform.close();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);

  if (!apiOnly) {
    const releases = join(env.dataDir, 'releases');
    const current = join(releases, 'current');
    if (existsSync(current)) await server.show(await realpath(current));
    else {
      say('Building the site…');
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}`;
      const folder = join(releases, name);
      await mkdir(releases, { recursive: true });
      try {
        await buildSite(folder, `http://127.0.0.1:${server.port}`, {
          ...(process.env as Record<string, string>),
          SITE_URL: env.siteUrl,
        });
        await compressSite(folder);
        await swapCurrent(releases, name);
        await server.show(folder);
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        say(`The site could not be built: ${(error as Error).message}`);
      }
    }
  }
  say(`Ready: ${env.siteUrl}`);
  if (admin) say(`Admin sign-in (shown once): ${admin.email} / ${admin.password}`);
}

await start().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
