import { fingerprintSite } from '../siteFingerprint.ts';
import { ensureBundle } from './bundle.ts';
import { type ChildProcess, startChildProcess } from './childProcess.ts';
import type { PageRequest, RendererMessage, RendererOptions, RenderRequest, RenderResult } from './messages.ts';

/** Renders releases, each in a process of its own, and previews, all in one. */
export interface Renderer {
  /** Fingerprint of the site's code as it is now. */
  fingerprint(): Promise<string>;
  /** Starts the process of the next release before it is asked for. */
  start(): void;
  /** Starts the process of previews before it is asked for. */
  startPreviews(): void;
  /** Renders and checks a release. Throws BuildError, or the signal's reason. */
  render(
    request: Omit<RenderRequest, 'releases' | 'copy'> & { copy?: Promise<string | undefined> },
    onMessage: (message: RendererMessage) => void,
    signal: AbortSignal,
  ): Promise<RenderResult>;
  /** Renders one page with the words of a preview; undefined for an address that is no page. Throws BuildError. */
  renderPage(request: PageRequest): Promise<string | undefined>;
  /** Ends a process that `start` started. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

interface RenderProcess {
  ready: Promise<ChildProcess>;
  /** Resolves when it has ended, or did not start. */
  ended: Promise<void>;
  /** Kills the process, and the bundling it may be waiting for. */
  kill(): Promise<void>;
}

/** A process that is not needed within this time is ended, for its memory. */
const maxIdleMs = 15 * 60_000;

export function createRenderer(options: RendererOptions): Renderer {
  const { root, releases, environment, log } = options;
  let waiting: RenderProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let previewing: RenderProcess | undefined;
  let previewTimer: NodeJS.Timeout | undefined;
  let closed = false;

  function takeProcess(): RenderProcess {
    clearTimeout(idleTimer);
    const process = waiting ?? startProcess(options);
    waiting = undefined;
    return process;
  }
  /** The process of previews is one that was started ahead, if there is one. */
  function takePreviewProcess(): RenderProcess {
    if (!previewing) {
      const process = takeProcess();
      previewing = process;
      process.ended.then(() => {
        if (previewing === process) previewing = undefined;
      });
    }
    clearTimeout(previewTimer);
    previewTimer = setTimeout(() => void stopPreviews(), maxIdleMs).unref();
    return previewing;
  }
  async function stopPreviews() {
    clearTimeout(previewTimer);
    await previewing?.kill();
  }
  async function stop() {
    clearTimeout(idleTimer);
    const process = waiting;
    waiting = undefined;
    await process?.kill();
  }

  return {
    fingerprint: () => fingerprintSite(root, environment),
    async renderPage(request) {
      const process = takePreviewProcess();
      try {
        const child = await process.ready;
        const page = child.waitFor('page');
        child.send(request);
        return (await page).html ?? undefined;
      } catch (error) {
        await process.kill();
        throw error;
      }
    },
    startPreviews() {
      if (!closed) takePreviewProcess().ready.catch((error) => log.warn({ err: error }, 'renderer did not start'));
    },
    start() {
      if (closed) return;
      if (!waiting) {
        const process = startProcess(options);
        waiting = process;
        process.ready.catch((error) => log.warn({ err: error }, 'renderer did not start'));
        process.ended.then(() => {
          if (waiting === process) waiting = undefined;
        });
      }
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => void stop(), maxIdleMs).unref();
    },
    async render(request, onMessage, signal) {
      signal.throwIfAborted();
      const process = takeProcess();
      const kill = () => void process.kill();
      signal.addEventListener('abort', kill, { once: true });
      try {
        const [child, copy] = await Promise.all([process.ready, request.copy]);
        const done = child.waitFor('done', onMessage);
        child.send({ ...request, releases, copy });
        return (await done).result;
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', kill);
        await process.kill();
      }
    },
    stop,
    async close() {
      closed = true;
      await Promise.all([stop(), stopPreviews()]);
    },
  };
}

/** Starts a render process with the bundle of the site's current code. `ready` rejects with BuildError. */
function startProcess(options: RendererOptions): RenderProcess {
  const { root, environment, apiUrl, log } = options;
  const killed = new AbortController();
  const ready = (async () => {
    const code = await fingerprintSite(root, environment);
    const bundle = await ensureBundle(options, code, killed.signal);
    const variables = { ...environment, BUILD_API_URL: apiUrl };
    const child = startChildProcess(
      new URL('./renderProcess.ts', import.meta.url),
      [root, bundle, code, apiUrl],
      variables,
      log,
      killed.signal,
    );
    await child.waitFor('ready');
    return child;
  })();
  const ended = ready.then(
    (child) => child.ended,
    () => {},
  );
  return {
    ready,
    ended,
    kill() {
      killed.abort();
      return ended;
    },
  };
}
