import { fork } from 'node:child_process';
import type { Logger } from 'pino';
import { BuildError, type PageRequest, type RendererMessage, type RenderRequest, type Report } from './messages.ts';

/** A process of this folder that reports by messages. */
export interface ChildProcess {
  /** Resolves with the first message of a kind. Throws BuildError when the process reports a failure, or ends. */
  waitFor<Kind extends RendererMessage['kind']>(
    kind: Kind,
    onMessage?: Report,
  ): Promise<Extract<RendererMessage, { kind: Kind }>>;
  send(request: RenderRequest | PageRequest): void;
  ended: Promise<void>;
}

/** Maximum number of characters of a process's output that go into the log when it fails. */
const maxOutputLength = 4000;

/**
 * Starts a file in a process of its own, with `environment` as its only variables. It is killed when
 * `signal` ends.
 */
export function startChildProcess(
  file: URL,
  args: string[],
  environment: Record<string, string>,
  log: Logger,
  signal: AbortSignal,
): ChildProcess {
  const child = fork(file, args, {
    // Astro asks for a home folder and writes nothing there; a user that no list knows (docker run --user) has none.
    env: { HOME: '/nonexistent', ...environment, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=1024'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output = (output + chunk).slice(-maxOutputLength);
    });
  }
  let receive: Report | undefined;
  child.on('message', (message: RendererMessage) => receive?.(message));
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  return {
    waitFor(kind, onMessage = () => {}) {
      return new Promise<Extract<RendererMessage, { kind: typeof kind }>>((resolve, reject) => {
        receive = (message) => {
          onMessage(message);
          if (message.kind === kind) resolve(message as Extract<RendererMessage, { kind: typeof kind }>);
          if (message.kind === 'failed') reject(new BuildError(message.message));
        };
        ended.then(() => reject(new BuildError('Siteyi hazırlayan süreç beklenmedik biçimde sona erdi.')));
      }).catch((error) => {
        if (output) log.warn({ output }, 'renderer');
        throw error;
      });
    },
    send: (request) => void child.send(request),
    ended,
  };
}
