import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Env } from '../env.ts';
import type { MailMessage } from './letter.ts';

/** A mail on its way: what it says, and the id and time that stay the same over all tries. */
export interface OutgoingMail {
  id: string;
  createdAt: Date;
  kind: string;
  content: MailMessage;
}

/** Where mail goes. */
export interface MailTransport {
  /** Resolves when the mail is handed over. Throws nodemailer's error, with `responseCode` where a server answered. */
  send(letter: OutgoingMail): Promise<void>;
  close(): void;
}

/** The SMTP server of SMTP_URL over a few kept connections; without one, a folder of `.eml` files. */
export const openTransport = (env: Env): MailTransport => (env.smtpUrl ? openServer(env.smtpUrl) : openFolder(env));

function openServer(url: string): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  // A kept connection that breaks is opened anew for the next mail.
  transport.on('error', () => {});
  return {
    async send(letter) {
      await transport.sendMail(toMessage(letter));
    },
    close: () => transport.close(),
  };
}

function openFolder(env: Env): MailTransport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const folder = join(env.dataDir, 'outbox');
  return {
    async send(letter) {
      const { message } = await transport.sendMail(toMessage(letter));
      const stamp = letter.createdAt.toISOString().replace(/[:.]/g, '-');
      // Sent again after a crash it replaces itself; whoever watches the folder never sees half a mail.
      const file = join(folder, `${stamp}-${letter.kind}-${letter.id.slice(0, 8)}.eml`);
      const write = () => writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await write().catch(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await write();
      });
      await rename(`${file}.part`, file);
    },
    close: () => transport.close(),
  };
}

function toMessage({ id, createdAt, content }: OutgoingMail): SendMailOptions {
  const domain = /@([\w.-]+)/.exec(content.from)?.[1] ?? 'localhost';
  return {
    ...content,
    // The same for every try, so that a mailbox that got it twice shows it once.
    messageId: `<${id}@${domain}>`,
    date: createdAt,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
