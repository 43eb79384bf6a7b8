import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { readCode } from '../code.ts';
import { BuildFault, type Rendered, type RenderNews, type RenderOrder } from './messages.ts';

export interface RendererOptions {
  /** The Astro project. */
  root: string;
  /** Folder of all releases. */
  releases: string;
  /** Where the site reads its content. */
  apiUrl: string;
  /** What the site is built with: CONTRACT.md 7's public variables. */
  environment: Record<string, string>;
  log: Logger;
}

/** Makes releases in a process of its own, which is kept warm as long as somebody edits. */
export interface Renderer {
  /** Fingerprint of the site's code as it is now. */
  code(): Promise<string>;
  /** Gets ready for an order that is likely to come. */
  warm(): void;
  /** Makes the release `name`, whole and checked. Throws BuildFault, or the signal's reason. */
  make(
    order: { name: string; previous: string | undefined },
    hear: (news: RenderNews) => void,
    signal: AbortSignal,
  ): Promise<Rendered>;
  /** Gives its memory back until the next order: nobody is likely to edit now. */
  cool(): Promise<void>;
  close(): Promise<void>;
}

/** Nobody edits any more: the memory is worth more. */
const idleMinutes = 15;
/** Modules of past rounds are never freed; a process that grew this large is replaced. */
const heapLimit = 600;

export function createRenderer(options: RendererOptions): Renderer {
  const { root, releases, environment, log } = options;
  let running: Promise<Worker> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function open(): Promise<Worker> {
    clearTimeout(idle);
    running ??= startWorker(options).then(
      (worker) => {
        worker.ended.then(() => {
          running = undefined;
        });
        return worker;
      },
      (error) => {
        running = undefined;
        throw error;
      },
    );
    return running;
  }
  function rest() {
    clearTimeout(idle);
    idle = setTimeout(() => void close(), idleMinutes * 60_000).unref();
  }
  async function close() {
    clearTimeout(idle);
    const worker = await running?.catch(() => undefined);
    await worker?.close();
  }

  return {
    code: () => readCode(root, environment),
    warm() {
      if (closed) return;
      open().catch((error) => log.warn({ err: error }, 'renderer did not start'));
      rest();
    },
    async make({ name, previous }, hear, signal) {
      const worker = await open();
      const stop = () => void worker.close();
      signal.addEventListener('abort', stop, { once: true });
      try {
        signal.throwIfAborted();
        const news = await worker.order({ kind: 'render', releases, name, previous }, hear);
        if (news.heapMegabytes > heapLimit) close().then(() => this.warm());
        return news.result;
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', stop);
        rest();
      }
    },
    cool: close,
    async close() {
      closed = true;
      await close();
    },
  };
}

type Done = Extract<RenderNews, { kind: 'done' }>;

interface Worker {
  order(order: RenderOrder, hear: (news: RenderNews) => void): Promise<Done>;
  ended: Promise<void>;
  close(): Promise<void>;
}

/** Starts a renderer process and waits until it has bundled the site. Throws BuildFault when it cannot. */
async function startWorker({ root, releases, apiUrl, environment, log }: RendererOptions): Promise<Worker> {
  const work = join(releases, '.work', `${process.pid}-${crypto.randomUUID()}`);
  await mkdir(work, { recursive: true });
  const folder = await realpath(work);
  const code = await readCode(root, environment);
  const child = fork(new URL('./main.ts', import.meta.url), [root, folder, code, apiUrl], {
    env: {
      ...environment,
      BUILD_API_URL: apiUrl,
      OUT_DIR: join(folder, 'bundle'),
      ASTRO_CACHE_DIR: join(folder, 'cache'),
      ASTRO_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
    },
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=1024'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output = (output + chunk).slice(-4000);
    });
  }
  let waiting: ((news: RenderNews) => void) | undefined;
  child.on('message', (news: RenderNews) => waiting?.(news));
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  }).then(() => rm(folder, { recursive: true, force: true }));

  /** Resolves with the news that ends what was asked for. */
  function listen<Kind extends RenderNews['kind']>(kind: Kind, hear: (news: RenderNews) => void) {
    return new Promise<Extract<RenderNews, { kind: Kind }>>((resolve, reject) => {
      waiting = (news) => {
        hear(news);
        if (news.kind === kind) resolve(news as Extract<RenderNews, { kind: Kind }>);
        if (news.kind === 'failed') reject(new BuildFault(news.message));
      };
      ended.then(() => reject(new BuildFault('Siteyi hazırlayan süreç beklenmedik biçimde sona erdi.')));
    }).catch((error) => {
      if (output) log.warn({ output }, 'renderer');
      output = '';
      throw error;
    });
  }

  await listen('ready', () => {});
  return {
    order(order, hear) {
      const answer = listen('done', hear);
      child.send(order);
      return answer;
    },
    ended,
    close: () => end(child, ended),
  };
}

async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}
