import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { AppContext } from '../context.ts';
import { dumpDatabase, type Write } from './dump.ts';
import { readLines } from './lines.ts';

/** Whoever asks and then does not read is hung up on: the embedded database waits for him. */
const patience = 15_000;

/** The longest address of a socket that every system takes. */
const longest = 100;

/** The socket's address: through an open folder where DATA_DIR's own path is too long for one. */
function openAddress(dataDir: string): { path: string; close(): void } {
  const folder = join(dataDir, 'control');
  const path = join(folder, 'socket');
  if (path.length <= longest) return { path, close() {} };
  const handle = openSync(folder, 'r');
  return { path: `/proc/self/fd/${handle}/socket`, close: () => closeSync(handle) };
}

/**
 * Lets this machine's owner of DATA_DIR, and nobody else, have a dump of the embedded database while this process has
 * it: a Unix socket in a folder with owner-only rights. Who connects is sent the lines of a dump.
 */
export async function openControl({ db, env, log }: AppContext): Promise<{ close(): Promise<void> }> {
  const folder = join(env.dataDir, 'control');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  // We hold the lock on DATA_DIR: a socket that is there was left behind.
  rmSync(join(folder, 'socket'), { force: true });
  const address = openAddress(env.dataDir);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
    socket.setTimeout(patience, () => socket.destroy());
    dumpDatabase(db, (line) => send(socket, line))
      .then(() => socket.end())
      .catch((error) => {
        log.error({ err: error }, 'a backup could not be read to its end');
        socket.destroy();
      });
  });
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      log.warn({ err: error }, 'no backups while running: the socket in DATA_DIR/control cannot be opened');
      resolve();
    });
    server.listen(address.path, resolve);
  });
  return {
    async close() {
      for (const socket of open) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      address.close();
    },
  };
}

function send(socket: Socket, line: string): Promise<void> {
  if (socket.destroyed) return Promise.reject(new Error('who asked for the dump has gone'));
  if (socket.write(`${line}\n`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = () => {
      socket.off('drain', settle).off('close', settle);
      if (socket.destroyed) reject(new Error('who asked for the dump has gone'));
      else resolve();
    };
    socket.on('drain', settle).on('close', settle);
  });
}

/** The way to a dump through the process that has DATA_DIR, or undefined where none answers. */
export async function askRunning(dataDir: string): Promise<((write: Write) => Promise<void>) | undefined> {
  if (!existsSync(join(dataDir, 'control'))) return undefined;
  const address = openAddress(dataDir);
  const socket = connect(address.path).on('error', () => {});
  const answers = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  address.close();
  if (!answers) return undefined;
  return async (write) => {
    for await (const line of readLines(socket)) await write(line);
  };
}
