import { type AddressInfo, createServer } from 'node:net';
import { isDatabaseDown } from './db/pgErrors.ts';

/** Returns the port, for 0 a free one. Throws the listen error if it is taken; nothing is written by then. */
export async function requirePort(port: number, host?: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
  const { port: found } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return found;
}

/** Whether the error says that DATA_DIR cannot be written. In /proc creating a file fails with ENOENT. */
function isUnwritable({ code = '', syscall, path }: NodeJS.ErrnoException): boolean {
  if (code === 'ENOENT') return syscall === 'mkdir' || Boolean(path?.endsWith('/lock.db'));
  return ['EACCES', 'EROFS', 'EPERM'].includes(code);
}

/** Whether the error says that nothing more fits. Copying a folder fails with EIO then. */
export function isFull({ code = '', syscall }: NodeJS.ErrnoException): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(code) || (code === 'EIO' && syscall === 'cp');
}

/** What a connection fails with before a server answers. */
export const networkCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN']);

function explainMessage(error: Error): string {
  const { name, message, cause } = error;
  if (/^(?:PGlite failed to init|Aborted\()/.test(message)) {
    return "The database in DATA_DIR cannot be opened: is the disk full, or a file another user's? Else restore a backup.";
  }
  if (/^Failed query/.test(message)) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : 'see the log of the server';
    if (isDatabaseDown(error)) return `The database went away or takes nothing more: ${reason}. Run this again later.`;
    return `The database could not be brought up to date: ${reason}. Nothing was changed; is it of another version?`;
  }
  return message.split('\n')[0] ?? name;
}

/** Says in one line what went wrong and what to do, for the person who runs a script. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, path, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') return `Port ${port} is taken: stop what listens there, or set PORT to another one.`;
  if (code === 'EADDRNOTAVAIL') return `LISTEN_HOST ${address} is no address of this machine.`;
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this user: set PORT to one above 1023.`;
  if (path && isUnwritable(error)) {
    return `DATA_DIR cannot be written (${path}): give this user the folder, or set DATA_DIR to another one.`;
  }
  if (isFull(error)) return `The disk takes nothing more${path ? ` (${path})` : ''}: make room, then run this again.`;
  if (path && (code === 'ENOTDIR' || code === 'EEXIST')) return `DATA_DIR is not a folder (${path}).`;
  if (code && networkCodes.has(code)) {
    return `DATABASE_URL cannot be reached${address ? ` (${address}:${port})` : ''}: ${code}.`;
  }
  return explainMessage(error);
}

/** Prints why a script failed and ends the process with code 1. */
export function exitWithError(error: unknown): never {
  console.error(explainError(error));
  process.exit(1);
}
