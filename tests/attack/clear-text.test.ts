import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { EnvError, readEnv } from '../../src/api/env.ts';
import { openTransport } from '../../src/api/mail/transport.ts';

/** Listens as a mail server without STARTTLS would, and notes what it is told. */
async function openClearServer() {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.write('220 posta ESMTP\r\n');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      heard.push(String(data));
      const isHello = /^(?:EHLO|HELO)/.test(String(data));
      socket.write(isHello ? '250-posta\r\n250 AUTH PLAIN LOGIN\r\n' : '235 ok\r\n');
    });
  }).listen(0, '::');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { heard, port, close: () => server.close() };
}

const mail = {
  id: crypto.randomUUID(),
  createdAt: new Date(),
  kind: 'reset_code',
  content: { from: 'a@ornek.com', to: 'b@ornek.com', subject: 'Kod', text: 'kod 123456', html: '' },
};

test('a mail server elsewhere that offers no TLS is told neither the password nor a mail', async () => {
  const server = await openClearServer();
  // The same machine by a name that the product does not know as its own.
  const elsewhere = readEnv({ SMTP_URL: `smtp://kisi:gizli@[::ffff:127.0.0.1]:${server.port}` });
  const transport = openTransport(elsewhere);
  await expect(transport.send(mail as never)).rejects.toMatchObject({ code: expect.stringMatching(/^ETLS|^ESOCKET/) });
  transport.close();
  server.close();
  const heard = server.heard.join('');
  expect(heard).toContain('EHLO');
  expect(heard).toContain('STARTTLS');
  for (const secret of ['AUTH', Buffer.from('gizli').toString('base64'), '123456']) expect(heard).not.toContain(secret);
});

test.each(['db', 'db.ornek.com', '10.0.0.5', '[2001:db8::5]', '127.0.0.1.evil.test'])(
  'a database at %s is not opened without a word about TLS, and the password is not repeated',
  (host) => {
    const read = (query: string) => () => readEnv({ DATABASE_URL: `postgres://kisi:gizli@${host}:5432/x${query}` });
    expect(read('')).toThrow(EnvError);
    expect(read('')).toThrow(/^DATABASE_URL must say sslmode=verify-full/);
    expect(read('')).not.toThrow(/gizli/);
    for (const mode of ['verify-full', 'disable']) expect(read(`?sslmode=${mode}`)).not.toThrow();
  },
);

test('a database that the parameter host= names is one on another machine, and a blank sslmode says nothing', () => {
  const read = (rest: string) => () => readEnv({ DATABASE_URL: `postgres://${rest}` });
  const remote = ['localhost/x?host=db.ornek.com', '/x?host=db.ornek.com', 'db.ornek.com/x?sslmode='];
  // The driver takes the last of several, and none for a blank one.
  for (const rest of [...remote, 'db.ornek.com/x?host=', '/x?host=localhost&host=db.ornek.com']) {
    expect(read(rest), rest).toThrow(/^DATABASE_URL must say sslmode=verify-full/);
  }
});

test.each(['localhost:5432/x', '127.0.0.1:5432/x', '[::1]:5432/x', '/x?host=/run/postgresql', '%2Frun%2Fpostgresql/x'])(
  'a database at %s needs none',
  (rest) => {
    expect(() => readEnv({ DATABASE_URL: `postgres://${rest}` })).not.toThrow();
  },
);
