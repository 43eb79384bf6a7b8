import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { dumpDatabase, type WriteLine } from './backup/databaseDump.ts';
import type { AppContext } from './context.ts';
import { findChangedDocuments } from './documents/verify.service.ts';
import { readLines } from './readLines.ts';
import { reportKeys, resealAll } from './reseal/reseal.service.ts';
import { readSetup } from './setup/setup.service.ts';

/**
 * What the process that has the embedded database open does for the owner's commands, each on a socket of its name. One
 * that takes long writes an empty line per batch, or it would be taken for a client that stopped reading.
 */
const commands = {
  dump: ({ db }: AppContext, write: WriteLine) => dumpDatabase(db, write),
  /** Moves rows to the newest key; writes the report at the end. */
  reseal: async (ctx: AppContext, write: WriteLine) => write(JSON.stringify(await resealAll(ctx, () => write('')))),
  /** Writes which rows need which keys. */
  keys: async (ctx: AppContext, write: WriteLine) => write(JSON.stringify(await reportKeys(ctx))),
  /** Writes which steps of the setup are done. */
  setup: async (ctx: AppContext, write: WriteLine) => write(JSON.stringify(await readSetup(ctx))),
  /** Writes which documents of orders are not what they were. */
  documents: async (ctx: AppContext, write: WriteLine) =>
    write(JSON.stringify(await findChangedDocuments(ctx, () => write('')))),
};

type Command = keyof typeof commands;

/** A client that stops reading is disconnected, because the embedded database waits for it. */
const idleTimeoutMs = 15_000;

/** The longest path of a socket that every system accepts. */
const maxPathLength = 100;

/** The path of a command's socket; through an open folder in /proc if that of DATA_DIR is too long. */
function openSocketPath(dataDir: string, command: Command): { path: string; close(): void } {
  const folder = join(dataDir, 'control');
  const path = join(folder, command);
  if (path.length <= maxPathLength) return { path, close() {} };
  const handle = openSync(folder, 'r');
  return { path: `/proc/self/fd/${handle}/${command}`, close: () => closeSync(handle) };
}

/**
 * Lets the owner of DATA_DIR run commands on the embedded database while this process has it open, on Unix sockets in a
 * folder that only the owner may enter. Each client of a socket gets the lines its command writes.
 */
export async function openControlSockets(ctx: AppContext): Promise<{ close(): Promise<void> }> {
  const folder = join(ctx.env.dataDir, 'control');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const open = await Promise.all((Object.keys(commands) as Command[]).map((command) => openSocket(ctx, command)));
  return {
    async close() {
      await Promise.all(open.map((socket) => socket.close()));
    },
  };
}

async function openSocket(ctx: AppContext, command: Command): Promise<{ close(): Promise<void> }> {
  // This process holds the lock on DATA_DIR, so an existing socket is of a process that is gone.
  rmSync(join(ctx.env.dataDir, 'control', command), { force: true });
  const address = openSocketPath(ctx.env.dataDir, command);
  const clients = new Set<Socket>();
  const server = createServer((socket) => {
    clients.add(socket);
    socket.on('close', () => clients.delete(socket)).on('error', () => {});
    socket.setTimeout(idleTimeoutMs, () => socket.destroy());
    commands[command](ctx, (line) => writeLine(socket, line))
      .then(() => socket.end())
      .catch((error) => {
        ctx.log.error({ err: error, command }, 'a command of the owner ended early');
        socket.destroy();
      });
  });
  await new Promise<void>((resolve) => {
    server.once('error', (error) => {
      ctx.log.warn({ err: error, command }, 'the owner cannot run a command: its socket cannot be opened');
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
  if (socket.destroyed) return Promise.reject(new Error('the client has disconnected'));
  if (socket.write(`${line}\n`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = () => {
      socket.off('drain', settle).off('close', settle);
      if (socket.destroyed) reject(new Error('the client has disconnected'));
      else resolve();
    };
    socket.on('drain', settle).on('close', settle);
  });
}

/** Connects to the process that has DATA_DIR open. Returns a function that reads its lines, or undefined. */
export async function connectToRunningProcess(
  dataDir: string,
  command: Command = 'dump',
): Promise<((write: WriteLine) => Promise<void>) | undefined> {
  if (!existsSync(join(dataDir, 'control'))) return undefined;
  const address = openSocketPath(dataDir, command);
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
