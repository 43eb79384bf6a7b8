// A connection that costs the generator as little as can be: what it spends on a request, the server does not have.
import { once } from 'node:events';
import { connect } from 'node:net';

/** One request as it goes over the wire. */
export interface Shot {
  head: string;
  body: string;
}

/** A connection that is kept open and carries one request at a time. */
export interface Wire {
  /** Resolves with the status once the whole answer is there; rejects when the connection ends before. */
  send(shot: Shot): Promise<number>;
  close(): void;
}

/** Opens a connection to `http://host:port`. Throws what the socket throws. */
export async function openWire(origin: string): Promise<Wire> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let pending: PromiseWithResolvers<number> | undefined;
  let head = '';
  let status = 0;
  let left = -1;

  const end = () => {
    pending?.reject(new Error('the connection ended before the answer'));
    pending = undefined;
  };
  socket.on('error', end);
  socket.on('close', end);
  socket.on('data', (chunk) => {
    if (left < 0) {
      // Of an answer's body only its length matters, so that letters may be cut here.
      head += chunk.toString('latin1');
      const close = head.indexOf('\r\n\r\n');
      if (close < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(head);
      status = Number(head.slice(9, 12));
      left = Number(length?.[1] ?? 0) - (head.length - close - 4);
      head = '';
    } else left -= chunk.length;
    if (left > 0) return;
    left = -1;
    const answered = pending;
    pending = undefined;
    answered?.resolve(status);
  });

  return {
    async send({ head, body }) {
      if (socket.destroyed) throw new Error('the connection has ended');
      pending = Promise.withResolvers();
      socket.write(head + body);
      return pending.promise;
    },
    close: () => void socket.destroy(),
  };
}
