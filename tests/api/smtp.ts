import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { addCleanup } from './cleanup.ts';

/** A mail that the server accepted. */
interface Received extends Email {
  /** Recipients of the envelope. */
  recipients: string[];
}

interface TestSmtp {
  url: string;
  port: number;
  received: Received[];
  /** Called for each recipient; refuses it by returning an error. */
  refuse: (address: string) => { code: number; text: string } | undefined;
  /** Milliseconds between receiving a mail and confirming it. */
  confirmAfterMs: number;
  /** Resolves when so many mails have arrived. */
  waitFor(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

/** Opens a real SMTP server that stores what it receives. Closed after the test file. */
export async function openSmtp(port = 0): Promise<TestSmtp> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const smtp: TestSmtp = {
    url: '',
    port,
    received,
    refuse: () => undefined,
    confirmAfterMs: 0,
    waitFor: (count) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`only ${received.length} of ${count} mails came`)), 30_000);
        const look = () => {
          if (received.length < count) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      const refusal = smtp.refuse(address);
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ ...(await PostalMime.parse(Buffer.concat(chunks))), recipients });
        setTimeout(done, smtp.confirmAfterMs).unref();
        for (const look of [...waiting]) look();
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  server.on('error', () => {});
  smtp.port = (server.server.address() as AddressInfo).port;
  smtp.url = `smtp://127.0.0.1:${smtp.port}`;
  addCleanup(smtp.close);
  return smtp;
}
