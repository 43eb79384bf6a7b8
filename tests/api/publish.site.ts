import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../../src/api/context.ts';
import { runJob } from '../../src/api/jobs/jobs.ts';
import { createSiteRenderer, openSite, projectRoot } from '../../src/api/publish/localSite.ts';
import { publishJob } from '../../src/api/publish/publish.jobs.ts';
import { listen } from '../../src/api/server.ts';
import { addCleanup } from './cleanup.ts';
import type { TestApi } from './harness.ts';

/** The small site of tests/fixtures/site in a folder of its own, so that tests may change its code. */
export async function copySite(): Promise<string> {
  const root = join(projectRoot, '.cache', `test-site-${crypto.randomUUID()}`);
  await cp(join(projectRoot, 'tests/fixtures/site'), root, { recursive: true });
  addCleanup(() => rm(root, { recursive: true, force: true }));
  return root;
}

/** A site, the small one if no other is given, published and served by the real parts over a real port. */
export async function openTestSite(api: TestApi, environment: Partial<AppContext['env']> = {}, ownRoot?: string) {
  const root = ownRoot ?? (await copySite());
  const ctx = { ...api.ctx, env: { ...api.ctx.env, ...environment, port: 0 } };
  const server = await listen(ctx);
  const open = () => openSite(ctx, createSiteRenderer(ctx.env, server.port, ctx.log, root), server.showSite);
  let site = await open();
  addCleanup(async () => {
    await site.close();
    await server.close();
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    root,
    get site() {
      return site;
    },
    /** As after a restart of the process. */
    async reopen() {
      await site.close();
      site = await open();
    },
    ctx,
    origin,
    /** Lets publishing do what is due, as its job does. */
    run: (signal?: AbortSignal) => runJob(ctx, publishJob(ctx, site), { always: true, signal }),
    get: (path: string) => fetch(`${origin}${path}`, { redirect: 'manual' }),
    text: async (path: string) => (await fetch(`${origin}${path}`)).text(),
  };
}
