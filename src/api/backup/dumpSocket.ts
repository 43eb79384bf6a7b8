import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { AppContext } from '../context.ts';
import { dumpDatabase, type WriteLine } from './databaseDump.ts';
import { readLines } from './readLines.ts';

/** A client that stops reading is disconnected, because the embedded database waits for it. */
const idleTimeoutMs = 15_000;

/** The longest path of a socket that every system accepts. */
const maxPathLength = 100;

/** The path of the socket; through an open folder in /proc if that of DATA_DIR is too long. */
function openSocketPath(dataDir: string): { path: string; close(): void } {
  const folder = join(dataDir, 'control');
  const path = join(folder, 'socket');
  if (path.length <= maxPathLength) return { path, close() {} };
  const handle = openSync(folder, 'r');
  return { path: `/proc/self/fd/${handle}/socket`, close: () => closeSync(handle) };
}

/**
 * Lets the owner of DATA_DIR back up the embedded database while this process has it open: sends a dump to every client
 * of a Unix socket, in a folder that only the owner may enter.
 */
export async function openDumpSocket({ db, env, log }: AppContext): Promise<{ close(): Promise<void> }> {
  const folder = join(env.dataDir, 'control');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  // This process holds the lock on DATA_DIR, so an existing socket is of a process that is gone.
  rmSync(join(folder, 'socket'), { force: true });
  const address = openSocketPath(env.dataDir);
  const clients = new Set<Socket>();
  const server = createServer((socket) => {
    clients.add(socket);
    socket.on('close', () => clients.delete(socket)).on('error', () => {});
    socket.setTimeout(idleTimeoutMs, () => socket.destroy());
    dumpDatabase(db, (line) => writeLine(socket, line))
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
      for (const socket of clients) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      address.close();
    },
  };
}

function writeLine(socket: Socket, line: string): Promise<void> {
  if (socket.destroyed) return Promise.reject(new Error('the client of the dump has disconnected'));
  if (socket.write(`${line}\n`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = () => {
      socket.off('drain', settle).off('close', settle);
      if (socket.destroyed) reject(new Error('the client of the dump has disconnected'));
      else resolve();
    };
    socket.on('drain', settle).on('close', settle);
  });
}

/** Connects to the process that has DATA_DIR open. Returns a function that reads a dump from it, or undefined. */
export async function connectToRunningProcess(
  dataDir: string,
): Promise<((write: WriteLine) => Promise<void>) | undefined> {
  if (!existsSync(join(dataDir, 'control'))) return undefined;
  const address = openSocketPath(dataDir);
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
