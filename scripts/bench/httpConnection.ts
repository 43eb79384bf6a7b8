// A minimal HTTP client: the generator shares the machine with the server, so its processor time must be small.
import { once } from 'node:events';
import { connect } from 'node:net';

/** A request as it is sent. */
export interface RawRequest {
  head: string;
  body: string;
}

/** A persistent connection with one request at a time. */
export interface Connection {
  /** Resolves with the status when the whole answer has arrived; rejects if the connection ends before. */
  send(request: RawRequest): Promise<number>;
}

/** Opens a connection to `http://host:port`. Throws what the socket throws. */
export async function openConnection(origin: string): Promise<Connection> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let pending: PromiseWithResolvers<number> | undefined;
  let head = '';
  let status = 0;
  /** Bytes of the body that are still to come; -1 while the head is read. */
  let remaining = -1;

  const end = () => {
    pending?.reject(new Error('the connection ended before the answer'));
    pending = undefined;
  };
  socket.on('error', end);
  socket.on('close', end);
  socket.on('data', (chunk) => {
    if (remaining < 0) {
      // latin1 because only the length of the body matters.
      head += chunk.toString('latin1');
      const close = head.indexOf('\r\n\r\n');
      if (close < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(head);
      status = Number(head.slice(9, 12));
      remaining = Number(length?.[1] ?? 0) - (head.length - close - 4);
      head = '';
    } else remaining -= chunk.length;
    if (remaining > 0) return;
    remaining = -1;
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
  };
}
