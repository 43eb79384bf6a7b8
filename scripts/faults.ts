// Says in one line why something did not start.
import { createServer } from 'node:net';

/** Throws the listen error if nothing can listen on the port: before anything is written. */
export async function probePort(port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, () => resolve());
  });
  await new Promise((resolve) => server.close(resolve));
}

/** A folder in which this user, or nobody, can make anything; /proc says that there is no such file. */
function isUnwritable({ code = '', syscall, path }: NodeJS.ErrnoException): boolean {
  if (code === 'ENOENT') return syscall === 'mkdir' || Boolean(path?.endsWith('/lock.db'));
  return ['EACCES', 'EROFS', 'EPERM'].includes(code);
}

/** One line for whoever starts the product. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, path, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') return `Port ${port} is taken: stop what listens there, or set PORT to another one.`;
  if (code === 'EACCES' && port) return `Port ${port} may not be used by this user: set PORT to one above 1023.`;
  if (path && isUnwritable(error)) {
    return `DATA_DIR cannot be written (${path}): give this user the folder, or set DATA_DIR to another one.`;
  }
  if (code === 'ENOSPC') return `The disk is full (${path ?? 'nothing more fits'}).`;
  if (path && (code === 'ENOTDIR' || code === 'EEXIST')) return `DATA_DIR is not a folder (${path}).`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ETIMEDOUT' || code === 'EAI_AGAIN') {
    return `DATABASE_URL cannot be reached${address ? ` (${address}:${port})` : ''}: ${code}.`;
  }
  if (/^Failed query/.test(error.message)) {
    const reason = error.cause instanceof Error ? error.cause.message.split('\n')[0] : 'see the log of the server';
    return `The database could not be brought up to date: ${reason}. Nothing was changed; is it of another version?`;
  }
  return error.message.split('\n')[0] ?? error.name;
}
