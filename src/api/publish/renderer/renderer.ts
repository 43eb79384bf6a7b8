import { rm } from 'node:fs/promises';
import { minuteMs } from '../../../shared/time.ts';
import { withTimeout } from '../../promises.ts';
import { fingerprintSite } from '../siteFingerprint.ts';
import { ensureBundle } from './bundle.ts';
import { type ChildProcess, startChildProcess } from './childProcess.ts';
import {
  BuildError,
  type PageRequest,
  type RendererOptions,
  type RenderRequest,
  type RenderResult,
  type Report,
} from './messages.ts';

/** Renders releases in one process and previews in another. Both end when nobody edits. */
export interface Renderer {
  /** Fingerprint of the site's code as it is now. */
  fingerprint(): Promise<string>;
  /** Starts a render process that waits for the next release. */
  prepare(): void;
  /** As `prepare`, while somebody edits: a process waits for another release, until nobody edited for a while. */
  start(): void;
  /** Starts the process of previews before it is asked for. */
  startPreviews(): void;
  /** Renders and checks a release. Throws BuildError, or the signal's reason. */
  render(
    request: Omit<RenderRequest, 'releases' | 'copy'> & { copy?: Promise<string | undefined> },
    onMessage: Report,
    signal: AbortSignal,
  ): Promise<RenderResult>;
  /** Renders one page with the words of a preview; undefined for an address that is no page. Throws BuildError. */
  renderPage(request: PageRequest): Promise<string | undefined>;
  /** Ends the process that waits for the next release. */
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
const maxIdleMs = 15 * minuteMs;
const maxPreviewMs = 30_000;
/** After a release with more rendered pages a process is ended at once: it holds several hundred megabytes. */
const maxRenderedToStay = 300;

export function createRenderer(options: RendererOptions): Renderer {
  const { root, releases, environment, log } = options;
  /** Waits for the next release. */
  let waiting: RenderProcess | undefined;
  /** Whether somebody edited within `maxIdleMs`: only then a process waits after a release. */
  let isEditing = false;
  /** Number of releases being rendered. */
  let rendering = 0;
  let idleTimer: NodeJS.Timeout | undefined;
  let previewing: RenderProcess | undefined;
  let previewTimer: NodeJS.Timeout | undefined;
  let closed = false;

  // Reads a thousand files; the code of a running product stays the same.
  let code: Promise<string> | undefined;
  const fingerprint = () => {
    code ??= fingerprintSite(root, environment);
    return code;
  };
  function takeProcess(): RenderProcess {
    clearTimeout(idleTimer);
    const process = waiting ?? startProcess(options, fingerprint());
    waiting = undefined;
    return process;
  }
  /** Lets a process wait for the next release. */
  function keepProcess(process: RenderProcess): void {
    waiting = process;
    process.ended.then(() => {
      if (waiting === process) waiting = undefined;
    });
    postponeEnd();
  }
  function postponeEnd(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => void stop(), maxIdleMs).unref();
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
    isEditing = false;
    const process = waiting;
    waiting = undefined;
    await process?.kill();
  }

  function prepare(): void {
    // The process that renders now waits for the next release afterwards.
    if (closed || rendering) return;
    if (waiting) {
      postponeEnd();
      return;
    }
    const process = startProcess(options, fingerprint());
    process.ready.catch((error) => log.warn({ err: error }, 'renderer did not start'));
    keepProcess(process);
  }

  return {
    fingerprint,
    prepare,
    async renderPage(request) {
      const process = takePreviewProcess();
      try {
        const child = await process.ready;
        const page = child.waitFor('page');
        child.send(request);
        const tooSlow = new BuildError('Önizleme zamanında hazırlanamadı.');
        return (await withTimeout(page, maxPreviewMs, tooSlow)).html ?? undefined;
      } catch (error) {
        await process.kill();
        throw error;
      }
    },
    startPreviews() {
      if (!closed) takePreviewProcess().ready.catch((error) => log.warn({ err: error }, 'renderer did not start'));
    },
    start() {
      isEditing = true;
      prepare();
    },
    async render(request, onMessage, signal) {
      signal.throwIfAborted();
      const process = takeProcess();
      const kill = () => void process.kill();
      signal.addEventListener('abort', kill, { once: true });
      rendering += 1;
      let stays = false;
      try {
        const [child, copy] = await Promise.all([process.ready, request.copy]);
        const done = child.waitFor('done', onMessage);
        child.send({ ...request, releases, copy });
        const { result } = await done;
        stays = isEditing && !closed && !waiting && result.rendered <= maxRenderedToStay;
        return result;
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        rendering -= 1;
        signal.removeEventListener('abort', kill);
        if (stays) keepProcess(process);
        else await process.kill();
        // A process that ended before it was ready has left the copy in its place.
        const copy = await request.copy;
        if (copy) await rm(copy, { recursive: true, force: true });
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
function startProcess(options: RendererOptions, fingerprint: Promise<string>): RenderProcess {
  const { root, environment, apiUrl, log } = options;
  const killed = new AbortController();
  const ready = (async () => {
    const code = await fingerprint;
    const bundle = await ensureBundle(options, code, killed.signal);
    const variables = { ...environment, BUILD_API_URL: apiUrl };
    const file = new URL('./renderProcess.ts', import.meta.url);
    const child = startChildProcess(file, [root, bundle, code, apiUrl], variables, log, killed.signal);
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
