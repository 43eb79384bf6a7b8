import { connect } from 'node:net';

/** What a raw TCP connection received until it was closed, and after how long that was. */
interface RawReply {
  text: string;
  milliseconds: number;
}

/** Opens a TCP connection and lets `send` write to it; resolves when the server closes it. */
export function writeRaw(port: number, send: (write: (text: string) => void) => void): Promise<RawReply> {
  return new Promise((resolve) => {
    const start = performance.now();
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => send((text) => socket.writable && socket.write(text)));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () =>
      resolve({ text: Buffer.concat(chunks).toString('latin1'), milliseconds: performance.now() - start }),
    );
  });
}

/** Sends one request without any client that would normalise its path or headers; returns the raw response. */
export const requestRaw = (port: number, head: string, body = ''): Promise<string> =>
  writeRaw(port, (write) => write(`${head}\r\nHost: site.test\r\nConnection: close\r\n\r\n${body}`)).then(
    ({ text }) => text,
  );
