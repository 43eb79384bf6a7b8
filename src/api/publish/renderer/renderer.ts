import type { Logger } from 'pino';
import { readCode } from '../code.ts';
import { keepBundle } from './bundles.ts';
import { type Child, startChild } from './child.ts';
import type { Rendered, RenderNews, RenderOrder } from './messages.ts';

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
    order: Pick<RenderOrder, 'name' | 'previous' | 'copy'>,
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
  let running: { child: Promise<Child>; stop: AbortController } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function open(): Promise<Child> {
    clearTimeout(idle);
    if (running) return running.child;
    const stop = new AbortController();
    const child = startRenderer(options, stop.signal);
    const own = { child, stop };
    running = own;
    child
      .then(({ ended }) => ended)
      .catch(() => {})
      .then(() => {
        if (running === own) running = undefined;
      });
    return child;
  }
  function rest() {
    clearTimeout(idle);
    idle = setTimeout(() => void close(), idleMinutes * 60_000).unref();
  }
  async function close() {
    clearTimeout(idle);
    const own = running;
    running = undefined;
    own?.stop.abort();
    await (await own?.child.catch(() => undefined))?.ended;
  }

  return {
    code: () => readCode(root, environment),
    warm() {
      if (closed) return;
      open().catch((error) => log.warn({ err: error }, 'renderer did not start'));
      rest();
    },
    async make(order, hear, signal) {
      const stop = () => void close();
      signal.addEventListener('abort', stop, { once: true });
      try {
        signal.throwIfAborted();
        const child = await open();
        const answer = child.listen('done', hear);
        child.send({ kind: 'render', releases, ...order });
        const { result, heapMegabytes } = await answer;
        if (heapMegabytes > heapLimit) close().then(() => this.warm());
        return result;
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

/** Starts a renderer for the site's code as it is now and waits until it takes orders. Throws BuildFault. */
async function startRenderer(options: RendererOptions, signal: AbortSignal): Promise<Child> {
  const { root, environment, apiUrl, log } = options;
  const code = await readCode(root, environment);
  const bundle = await keepBundle(options, code, signal);
  const words = [root, bundle, code, apiUrl];
  const child = startChild('./main.ts', words, { ...environment, BUILD_API_URL: apiUrl }, log, signal);
  await child.listen('ready');
  return child;
}
