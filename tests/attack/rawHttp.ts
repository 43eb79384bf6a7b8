import { connect } from 'node:net';

/** What a bare socket heard, and how long it was held. */
export interface RawReply {
  text: string;
  milliseconds: number;
}

/** Writes what `speak` says to a bare socket; answers what came back once the server hung up. */
export function writeRaw(port: number, speak: (write: (text: string) => void) => void): Promise<RawReply> {
  return new Promise((resolve) => {
    const start = performance.now();
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => speak((text) => socket.writable && socket.write(text)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () =>
      resolve({ text: Buffer.concat(chunks).toString('latin1'), milliseconds: performance.now() - start }),
    );
  });
}

/** One bare request that asks to be hung up on: nothing tidies its path or headers on the way. */
export const requestRaw = (port: number, head: string, body = ''): Promise<string> =>
  writeRaw(port, (write) => write(`${head}\r\nHost: site.test\r\nConnection: close\r\n\r\n${body}`)).then(
    ({ text }) => text,
  );
