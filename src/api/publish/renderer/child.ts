import { fork } from 'node:child_process';
import type { Logger } from 'pino';
import { BuildFault, type RenderNews, type RenderOrder } from './messages.ts';

/** A process of the renderer's, which tells what it does. */
export interface Child {
  /** Resolves with the news that ends what was asked for. Throws BuildFault when it fails, or the process does. */
  listen<Kind extends RenderNews['kind']>(
    kind: Kind,
    hear?: (news: RenderNews) => void,
  ): Promise<Extract<RenderNews, { kind: Kind }>>;
  send(order: RenderOrder): void;
  ended: Promise<void>;
  /** Ends it in whatever it is doing. */
  close(): Promise<void>;
}

/** Starts a file of this folder in a process of its own; `environment` is all it gets of ours. */
export function startChild(
  file: string,
  words: string[],
  environment: Record<string, string>,
  log: Logger,
  signal: AbortSignal,
): Child {
  const child = fork(new URL(file, import.meta.url), words, {
    env: { ...environment, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
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
  });
  const stop = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return {
    listen(kind, hear = () => {}) {
      return new Promise<Extract<RenderNews, { kind: typeof kind }>>((resolve, reject) => {
        waiting = (news) => {
          hear(news);
          if (news.kind === kind) resolve(news as Extract<RenderNews, { kind: typeof kind }>);
          if (news.kind === 'failed') reject(new BuildFault(news.message));
        };
        ended.then(() => reject(new BuildFault('Siteyi hazırlayan süreç beklenmedik biçimde sona erdi.')));
      }).catch((error) => {
        if (output) log.warn({ output }, 'renderer');
        output = '';
        throw error;
      });
    },
    send: (order) => void child.send(order),
    ended,
    async close() {
      stop();
      await ended;
    },
  };
}
